import { useEffect, useState } from "react";
import { Link } from "react-router";
import type { RecordedRequest } from "../api/requests.ts";
import { safeDecode } from "../export/safe-decode.ts";
import { Failure } from "../shell/failure.tsx";
import { MoreButton } from "../shell/list-parts.tsx";
import { SearchField } from "../shell/search-field.tsx";
import {
  callerName,
  clockTime,
  isRefusedOrEmpty,
  matchesSearch,
  matchesStatusGroup,
  resultText,
  type StatusGroup,
  statusGroups,
} from "./describe.ts";
import { RequestDialog } from "./request-dialog.tsx";
import { useRequests } from "./use-requests.ts";

const wires = ["rest", "auth", "storage", "realtime", "functions", "graphql"] as const;
/** The number of rows to show at first and to add each time. A longer list would slow down the page. */
const pageSize = 200;

/** Lists the recent requests to the API as they arrive. */
export default function RequestsScreen() {
  const [isPaused, setPaused] = useState(false);
  const { requests, isLoaded, error } = useRequests(isPaused);
  const [search, setSearch] = useState("");
  const [wire, setWire] = useState("all");
  const [group, setGroup] = useState<StatusGroup>("all");
  const [limit, setLimit] = useState(pageSize);
  const [pinnedRequests, setPinnedRequests] = useState<readonly RecordedRequest[]>([]);
  const [selectedRequest, setSelectedRequest] = useState<RecordedRequest | null>(null);
  useEffect(() => {
    document.title = "Requests – Desk";
  }, []);
  const matching = requests.filter(
    (request) =>
      (wire === "all" || request.wire === wire) &&
      matchesStatusGroup(request, group) &&
      matchesSearch(request, search),
  );
  const isPinned = ({ id, at }: RecordedRequest) =>
    pinnedRequests.some((other) => other.id === id && other.at === at);
  const togglePin = (request: RecordedRequest) =>
    setPinnedRequests(
      isPinned(request)
        ? pinnedRequests.filter((other) => other.id !== request.id || other.at !== request.at)
        : [request, ...pinnedRequests].slice(0, 50),
    );
  const renderRow = (request: RecordedRequest) => (
    <RequestRow
      key={`${request.id} ${request.at}`}
      request={request}
      isPinned={isPinned(request)}
      onOpen={() => setSelectedRequest(request)}
      onPin={() => togglePin(request)}
    />
  );
  const visible = matching.filter((request) => !isPinned(request)).slice(0, limit);
  return (
    <main id="main" className="split-main" tabIndex={-1}>
      <header className="table-head">
        <h1>Requests</h1>
      </header>
      <div className="toolbar">
        <SearchField
          label="Search requests"
          placeholder="Path, code, body or user"
          value={search}
          onChange={setSearch}
        />
        <select
          className="input request-filter"
          aria-label="Wire"
          value={wire}
          onChange={(event) => setWire(event.target.value)}
        >
          <option value="all">All wires</option>
          {wires.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <select
          className="input request-filter"
          aria-label="Status"
          value={group}
          onChange={(event) => setGroup(event.target.value as StatusGroup)}
        >
          {statusGroups.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
        <button
          type="button"
          className="button"
          aria-pressed={isPaused}
          onClick={() => setPaused(!isPaused)}
        >
          {isPaused ? "Paused" : "Pause"}
        </button>
        <span className="toolbar-gap" />
        <p className="toolbar-count">
          {matching.length === 1
            ? "1 request"
            : `${matching.length.toLocaleString("en-US")} requests`}
        </p>
      </div>
      {error && <Failure error={error} />}
      <section className="page-scroll" aria-label="Recent requests">
        {isLoaded && matching.length + pinnedRequests.length === 0 && (
          <div className="empty">
            <h2>{requests.length === 0 ? "No requests yet" : "No request matches"}</h2>
            <p className="quiet">
              {requests.length === 0
                ? "Use your application, and its requests appear here."
                : "Change the filters or the search."}
            </p>
          </div>
        )}
        <ul className="requests">
          {pinnedRequests.map(renderRow)}
          {visible.map(renderRow)}
        </ul>
        {matching.length > limit && <MoreButton onMore={() => setLimit(limit + pageSize)} />}
      </section>
      {selectedRequest && (
        <RequestDialog request={selectedRequest} onClose={() => setSelectedRequest(null)} />
      )}
    </main>
  );
}

function RequestRow({
  request,
  isPinned,
  onOpen,
  onPin,
}: {
  readonly request: RecordedRequest;
  readonly isPinned: boolean;
  readonly onOpen: () => void;
  readonly onPin: () => void;
}) {
  const { id, at, method, path, status, durationMs, caller } = request;
  const name = callerName(request);
  return (
    <li className="request" data-pinned={isPinned}>
      <button type="button" className="request-open" aria-haspopup="dialog" onClick={onOpen}>
        <span className="request-status" data-status={String(status).slice(0, 1)}>
          {status}
        </span>
        <span className="request-method">{method}</span>
        <bdi className="request-path">{safeDecode(path)}</bdi>
        <span className="request-facts quiet">
          <span>{resultText(request)}</span>
          <bdi className="request-caller">
            {name}
            {caller.token === "refused" || caller.token === "expired" ? ` (${caller.token})` : ""}
          </bdi>
          <span>{durationMs} ms</span>
          <time dateTime={new Date(at).toISOString()}>{clockTime(at)}</time>
        </span>
      </button>
      {isRefusedOrEmpty(request) && (
        <Link className="button button-small" to={`/why?request=${id}`}>
          Why?<span className="visually-hidden"> {`${method} ${path}`}</span>
        </Link>
      )}
      <button
        type="button"
        className="button button-small"
        aria-pressed={isPinned}
        aria-label={`Pin ${method} ${path}`}
        onClick={onPin}
      >
        {isPinned ? "Pinned" : "Pin"}
      </button>
    </li>
  );
}
