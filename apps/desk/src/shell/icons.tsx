/**
 * The icons are 24 by 24 and take the color of the text. They are decorative: the text or label beside them gives the
 * meaning.
 */
const paths = {
  close: "m6 6 12 12M18 6 6 18",
  table: "M4 6h16v12H4zM4 10.5h16M10 10.5V18",
  code: "m8.500 7-5 5 5 5M15.500 7l5 5-5 5",
  list: "M4 7h3M10 7h10M4 12h3M10 12h10M4 17h3M10 17h10",
  question: "M9 9.500a3 3 0 1 1 4.500 2.600c-1 .600-1.500 1.100-1.500 2.400M12 17.500v.500",
  check: "m5 12.500 4.500 4.500L19 7.500",
  view: "M3 12s3.5-6 9-6 9 6 9 6-3.5 6-9 6-9-6-9-6zM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 20 20",
  filter: "M4 6h16M7 12h10M10 18h4",
  plus: "M12 5v14M5 12h14",
  back: "m14 6-6 6 6 6",
  down: "m6 9 6 6 6-6",
  person: "M12 12a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM5 19.5c.6-3.3 3.4-5 7-5s6.400 1.700 7 5",
  sun: "M12 15.800a3.800 3.800 0 1 0 0-7.600 3.800 3.800 0 0 0 0 7.600zM12 3v1.500M12 19.500V21M3 12h1.500M19.500 12H21M5.600 5.600l1.100 1.100M17.300 17.300l1.100 1.100M5.600 18.400l1.100-1.100M17.300 6.700l1.100-1.100",
  moon: "M19.500 14.200A8 8 0 0 1 9.800 4.500a8 8 0 1 0 9.700 9.700z",
  screen: "M4 5.500h16v10.500H4zM9 19.500h6M12 16v3.500",
  key: "M8.500 15.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM11.500 10.500 20 10.500M17 10.500v3M20 10.500v2",
  lock: "M6 11h12v8.500H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3",
  trash:
    "M5 7h14M9.500 7V4.500h5V7M7 7l.8 12.500h8.400L17 7M10.300 10.500v5.500M13.700 10.500v5.500",
  copy: "M9 9h10v11H9zM5.500 15.500H5V4.500h10V6",
  folder: "M4 18V6.500h5.500l2 2.500H20V18z",
  file: "M7 4h6.500L18 8.500V20H7zM13.500 4v4.500H18",
  mail: "M4 6h16v12H4zM4.500 7l7.500 6 7.500-6",
  link: "M10 14a3.500 3.500 0 0 0 5 0l3-3a3.500 3.500 0 0 0-5-5l-1 1M14 10a3.500 3.500 0 0 0-5 0l-3 3a3.500 3.500 0 0 0 5 5l1-1",
  upload: "M12 16V5M7.500 9 12 4.500 16.500 9M5 16v3.500h14V16",
  refresh: "M19 12a7 7 0 1 1-2-5l2 2M19 4.500V9h-4.500",
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}
