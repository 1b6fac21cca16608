import "./notes.css";
import { useEffect } from "react";
import { Link, Outlet, useLocation } from "react-router";
import { useBackend } from "../../data/backend.tsx";
import { useFormat } from "../../i18n/format.ts";
import { useWords } from "../../i18n/vocabulary.tsx";
import { PlusIcon } from "../../icons/signed-in.tsx";
import { PageHeading } from "../../shell/page-heading.tsx";
import { PageTitle } from "../../shell/page-title.tsx";
import { Bones } from "../../shell/skeleton.tsx";
import { useLeftFiles } from "../attachments/left-files.ts";
import { DraftList } from "../drafts/draft-list.tsx";
import { forgetOldDrafts } from "../drafts/drafts.ts";
import { ConnectionLine } from "../live/connection-line.tsx";
import { LiveNotesProvider } from "../live/use-live-notes.tsx";
import { lastPage } from "../queries/paging.ts";
import { useNotePage } from "../queries/use-notes.ts";
import { SharedLine } from "../sharing/shared-line.tsx";
import { useChoice } from "./choice.ts";
import { NoNotes, NotesFailed, NothingFound } from "./empty.tsx";
import { NoteList } from "./note-list.tsx";
import { Pages } from "./pages.tsx";
import { Statistics } from "./statistics.tsx";
import { Toolbar } from "./toolbar.tsx";

/**
 * Asks the auth server whether the session goes on. Where a second factor was added on another device, it has
 * ended, and policies show it nothing for as long as its access token lasts. The client signs out then.
 */
function useSessionCheck(isNothingShown: boolean): void {
  const { auth } = useBackend();
  useEffect(() => {
    if (isNothingShown) void auth.getUser();
  }, [auth, isNothingShown]);
}

/** The list of a person's notes, with everything that can be done to it. */
export function NotesPage() {
  return (
    <LiveNotesProvider>
      <Notes />
    </LiveNotesProvider>
  );
}

function Notes() {
  const words = useWords();
  const { choice, searchFor, sortBy, turnTo } = useChoice();
  const { search } = useLocation();
  const query = useNotePage(choice);
  const total = query.data?.total ?? 0;
  useLeftFiles(query.isSuccess);
  useEffect(() => forgetOldDrafts(), []);
  useSessionCheck(query.data?.total === 0 && choice.search === "");

  // The last note of the last page may have been deleted, here or in another tab.
  const beyond = query.data && !query.isPlaceholderData && choice.page > lastPage(total);
  useEffect(() => {
    if (beyond) turnTo(lastPage(total), { replace: true });
  }, [beyond, total, turnTo]);

  return (
    <>
      <PageTitle>{words.notes.title}</PageTitle>
      <div className="page-top">
        <PageHeading>{words.notes.title}</PageHeading>
        <Link
          className="button button-primary"
          to={{ pathname: "/notes/new", search }}
          state={{ fromList: true }}
        >
          <PlusIcon />
          {words.notes.new}
        </Link>
      </div>
      <Statistics />
      <SharedLine />
      <ConnectionLine />
      {(total > 0 || choice.search || !query.data) && (
        <Toolbar choice={choice} total={total} searchFor={searchFor} sortBy={sortBy} />
      )}
      <Found count={query.isPlaceholderData ? undefined : total} search={choice.search} />
      <div className="notes" aria-busy={query.isFetching} data-stale={query.isPlaceholderData}>
        {query.isRefetchError && (
          <p className="notes-stale" role="status">
            {words.notes.stale}
          </p>
        )}
        {query.isPending && <Loading retrying={query.failureCount > 0} />}
        {query.isLoadingError && (
          <NotesFailed error={query.error} retry={() => void query.refetch()} />
        )}
        {query.data && choice.page === 1 && !choice.search && (
          <DraftList notes={query.data.notes} />
        )}
        {query.data && query.data.notes.length > 0 && (
          <>
            <NoteList notes={query.data.notes} />
            <Pages page={choice.page} total={total} turnTo={turnTo} />
          </>
        )}
        {query.data && total === 0 && !choice.search && <NoNotes />}
        {query.data && total === 0 && choice.search && (
          <NothingFound search={choice.search} clear={() => searchFor("")} />
        )}
      </div>
      <Outlet />
    </>
  );
}

function Loading({ retrying }: { retrying: boolean }) {
  const words = useWords();
  return (
    <div className="skeleton">
      <p role="status" className={retrying ? "notes-stale" : "visually-hidden"}>
        {retrying ? words.notes.retrying : words.loading}
      </p>
      <Bones rows={4} />
    </div>
  );
}

/** Tells a screen reader how many notes a search found; the eye sees them. */
function Found({ count, search }: { count: number | undefined; search: string }) {
  const words = useWords();
  const format = useFormat();
  return (
    <p role="status" className="visually-hidden">
      {search && count !== undefined ? words.notes.found(count, format.number(count)) : ""}
    </p>
  );
}
