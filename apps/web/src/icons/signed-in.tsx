import { Icon } from "./icons.tsx";

// Separate from icons.tsx so that they are not part of the sign-in page's chunk.

export const PlusIcon = () => (
  <Icon>
    <path d="M12 5v14M5 12h14" />
  </Icon>
);

export const SearchIcon = () => (
  <Icon>
    <circle cx="11" cy="11" r="6.5" />
    <path d="m16 16 4.5 4.5" />
  </Icon>
);

export const PinIcon = () => (
  <Icon>
    <path className="icon-fill" d="M9 3.5h6l-.8 6.2 3.3 3.3v1.5h-11V13l3.3-3.3z" />
    <path d="M12 14.5V21" />
  </Icon>
);

export const TrashIcon = () => (
  <Icon>
    <path d="M4.5 6.5h15M9.5 6.5v-2a1 1 0 0 1 1-1h3a1 1 0 0 1 1 1v2M6.5 6.5l.8 12.6a1.5 1.5 0 0 0 1.5 1.4h6.4a1.5 1.5 0 0 0 1.5-1.4l.8-12.6M10 10.5v6M14 10.5v6" />
  </Icon>
);

export const DownloadIcon = () => (
  <Icon>
    <path d="M12 4v11M7.5 10.5 12 15l4.5-4.5M5 19.5h14" />
  </Icon>
);

export const BackIcon = () => (
  <span className="flips">
    <Icon>
      <path d="M19 12H5M11 6l-6 6 6 6" />
    </Icon>
  </span>
);

export const PreviousIcon = () => (
  <span className="flips">
    <Icon>
      <path d="m14.5 6-6 6 6 6" />
    </Icon>
  </span>
);

export const NextIcon = () => (
  <span className="flips">
    <Icon>
      <path d="m9.5 6 6 6-6 6" />
    </Icon>
  </span>
);

export const SignOutIcon = () => (
  <span className="flips">
    <Icon>
      <path d="M13.5 4.5h-7a1.5 1.5 0 0 0-1.5 1.5v12a1.5 1.5 0 0 0 1.5 1.5h7M10 12h10.5M16.5 8l4 4-4 4" />
    </Icon>
  </span>
);

export const PersonIcon = () => (
  <Icon>
    <circle cx="12" cy="8.5" r="3.8" />
    <path d="M4.5 20.5c.6-4.2 3.6-6 7.5-6s6.9 1.8 7.5 6" />
  </Icon>
);

export const ClipIcon = () => (
  <Icon>
    <path d="m20 11.5-8.3 8.3a5 5 0 0 1-7.1-7.1l8.7-8.7a3.4 3.4 0 0 1 4.8 4.8l-8.6 8.6a1.7 1.7 0 0 1-2.4-2.4l7.9-7.9" />
  </Icon>
);

export const FileIcon = () => (
  <Icon>
    <path d="M13.5 3.5h-7A1.5 1.5 0 0 0 5 5v14a1.5 1.5 0 0 0 1.5 1.5h11A1.5 1.5 0 0 0 19 19V9zM13.5 3.5V9H19" />
  </Icon>
);

export const RetryIcon = () => (
  <span className="flips">
    <Icon>
      <path d="M19.5 12a7.5 7.5 0 1 1-2.2-5.3l2.2 2.2M19.5 4.5v4.4h-4.4" />
    </Icon>
  </span>
);
