import { useQuery } from "@tanstack/react-query";
import { createLink } from "../api/users.ts";
import { CopyText } from "../shell/copy-text.tsx";
import { Dialog } from "../shell/dialog.tsx";
import { Failure } from "../shell/failure.tsx";

/** Creates a link that signs in as a user once. It opens in a window that has no access to the desk. */
export function OpenAsDialog({
  email,
  onClose,
}: {
  readonly email: string;
  readonly onClose: () => void;
}) {
  const link = useQuery({
    queryKey: ["sign-in-link", email],
    queryFn: () => createLink(email),
    // Do not cache a link, because each works only once.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <Dialog title="Open the application as this user" className="dialog-narrow" onClose={onClose}>
      {(close) => (
        <div className="form">
          {link.isPending && <p className="quiet">Loading …</p>}
          {link.isError && <Failure error={link.error} onRetry={() => void link.refetch()} />}
          {link.data && isHttpUrl(link.data.link) && (
            <>
              <p>
                The link signs in as <bdi>{email}</bdi> and opens <bdi>{link.data.opens}</bdi>. It
                works once. Whoever is signed in to the application in this browser is replaced; use
                a private window to keep them.
              </p>
              <p className="button-row">
                <a
                  className="button button-primary"
                  href={link.data.link}
                  target="_blank"
                  rel="noopener noreferrer"
                  data-first-focus
                  onClick={close}
                >
                  Open in a new window
                </a>
                <CopyText text={link.data.link} name="link" />
              </p>
            </>
          )}
        </div>
      )}
    </Dialog>
  );
}

/** The link begins with the application's URL from config.toml, which can have any scheme. */
const isHttpUrl = (link: string) => /^https?:\/\//i.test(link);
