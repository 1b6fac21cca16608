import "./notes.css";
import { useEffect } from "react";
import { Link, Outlet, useLocation } from "react-router";
import { useBackend } from "../../data/backend.tsx";
import { useFormat } from "../../i18n/format.ts";
import { useTexts } from "../../i18n/translations.tsx";
import { PlusIcon } from "../../icons/signed-in.tsx";
import { PageHeading } from "../../shell/page-heading.tsx";
import { PageTitle } from "../../shell/page-title.tsx";
import { SkeletonRows } from "../../shell/skeleton.tsx";
import { useOrphanCleanup } from "../attachments/orphaned-files.ts";
import { DraftList } from "../drafts/draft-list.tsx";
import { removeExpiredDrafts } from "../drafts/drafts.ts";
import { ConnectionMessage } from "../live/connection-message.tsx";
import { LiveNotesProvider } from "../live/use-live-notes.tsx";
import { lastPage } from "../queries/paging.ts";
import { useNotePage } from "../queries/use-notes.ts";
import { SharedNotesLink } from "../sharing/shared-notes-link.tsx";
import { NoNotes, NotesFailed, NothingFound } from "./empty.tsx";
import { useNoteFilter } from "./note-filter.ts";
import { NoteList } from "./note-list.tsx";
import { Pagination } from "./pagination.tsx";
import { Statistics } from "./statistics.tsx";
import { Toolbar } from "./toolbar.tsx";

/**
 * Checks the session if the list is empty. Adding a second factor on another device ends this session, and until its
 * access token expires the policies return no rows. The client signs out when the check fails.
 */
function useSessionCheck(isListEmpty: boolean): void {
  const { auth } = useBackend();
  useEffect(() => {
    if (isListEmpty) void auth.getUser();
  }, [auth, isListEmpty]);
}

/** The page with the list of notes. */
export function NotesPage() {
  return (
    <LiveNotesProvider>
      <Notes />
    </LiveNotesProvider>
  );
}

function Notes() {
  const texts = useTexts();
  const { filter, searchFor, sortBy, goToPage } = useNoteFilter();
  const { search } = useLocation();
  const query = useNotePage(filter);
  const total = query.data?.total ?? 0;
  useOrphanCleanup(query.isSuccess);
  useEffect(() => removeExpiredDrafts(), []);
  useSessionCheck(query.data?.total === 0 && filter.search === "");

  // The last note on the last page may have been deleted.
  const isPastEnd = query.data && !query.isPlaceholderData && filter.page > lastPage(total);
  useEffect(() => {
    if (isPastEnd) goToPage(lastPage(total), { replace: true });
  }, [isPastEnd, total, goToPage]);

  return (
    <>
      <PageTitle>{texts.notes.title}</PageTitle>
      <div className="page-top">
        <PageHeading>{texts.notes.title}</PageHeading>
        <Link
          className="button button-primary"
          to={{ pathname: "/notes/new", search }}
          state={{ fromList: true }}
        >
          <PlusIcon />
          {texts.notes.new}
        </Link>
      </div>
      <Statistics />
      <SharedNotesLink />
      <ConnectionMessage />
      {(total > 0 || filter.search || !query.data) && (
        <Toolbar filter={filter} total={total} searchFor={searchFor} sortBy={sortBy} />
      )}
      <SearchResultAnnouncement
        count={query.isPlaceholderData ? undefined : total}
        search={filter.search}
      />
      <div className="notes" aria-busy={query.isFetching} data-stale={query.isPlaceholderData}>
        {query.isRefetchError && (
          <p className="notes-stale" role="status">
            {texts.notes.stale}
          </p>
        )}
        {query.isPending && <Loading retrying={query.failureCount > 0} />}
        {query.isLoadingError && (
          <NotesFailed error={query.error} retry={() => void query.refetch()} />
        )}
        {query.data && filter.page === 1 && !filter.search && (
          <DraftList notes={query.data.notes} />
        )}
        {query.data && query.data.notes.length > 0 && (
          <>
            <NoteList notes={query.data.notes} />
            <Pagination page={filter.page} total={total} goToPage={goToPage} />
          </>
        )}
        {query.data && total === 0 && !filter.search && <NoNotes />}
        {query.data && total === 0 && filter.search && (
          <NothingFound search={filter.search} clear={() => searchFor("")} />
        )}
      </div>
      <Outlet />
    </>
  );
}

function Loading({ retrying }: { retrying: boolean }) {
  const texts = useTexts();
  return (
    <div className="skeleton">
      <p role="status" className={retrying ? "notes-stale" : "visually-hidden"}>
        {retrying ? texts.notes.retrying : texts.loading}
      </p>
      <SkeletonRows rows={4} />
    </div>
  );
}

/** Announces the number of search results to screen readers. */
function SearchResultAnnouncement({
  count,
  search,
}: {
  count: number | undefined;
  search: string;
}) {
  const texts = useTexts();
  const format = useFormat();
  return (
    <p role="status" className="visually-hidden">
      {search && count !== undefined ? texts.notes.found(count, format.number(count)) : ""}
    </p>
  );
}
