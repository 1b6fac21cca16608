import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type FileLocation, getPreview } from "../api/storage.ts";
import { Failure } from "../shell/failure.tsx";
import { baseName } from "./bucket-path.ts";

/**
 * Previews a file. The server chooses the kind of preview: a file is never rendered as a page that could run scripts.
 */
export function FilePreview({ location }: { readonly location: FileLocation }) {
  const [isBroken, setBroken] = useState(false);
  const preview = useQuery({
    queryKey: ["preview", location],
    queryFn: () => getPreview(location),
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  if (preview.isPending) return <p className="quiet">Loading …</p>;
  if (preview.isError) {
    return <Failure error={preview.error} onRetry={() => void preview.refetch()} />;
  }
  const name = baseName(location.name);
  const { data } = preview;
  if (data.kind === "none") return <p className="quiet">Files of this type have no preview.</p>;
  if (isBroken) return <p className="quiet">The content does not match the file's type.</p>;
  const showBroken = () => setBroken(true);
  switch (data.kind) {
    case "text":
      return (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
          <section className="file-text" tabIndex={0} aria-label="Preview">
            <pre className="definition">
              <code>{data.text}</code>
            </pre>
          </section>
          {data.isCut && <p className="quiet">Only the beginning is shown.</p>}
        </>
      );
    case "picture":
      return <img className="file-picture" src={data.url} alt={name} onError={showBroken} />;
    case "sound":
      // biome-ignore lint/a11y/useMediaCaption: files of the project have no captions
      return <audio className="file-sound" src={data.url} controls onError={showBroken} />;
    case "video":
      // biome-ignore lint/a11y/useMediaCaption: files of the project have no captions
      return <video className="file-picture" src={data.url} controls onError={showBroken} />;
    case "pdf":
      return (
        <section aria-label="Preview">
          <iframe className="file-pdf" src={data.url} title={name} />
          <p>
            <a href={data.url} target="_blank" rel="noopener noreferrer">
              Open in a new window
            </a>
          </p>
        </section>
      );
  }
}
