import { FileIcon } from "../../icons/signed-in.tsx";

/** Shows the thumbnail of a file, or else its extension. It is decorative. */
export function FileThumbnail({ name, thumbnail }: { name: string; thumbnail?: string | null }) {
  if (thumbnail?.startsWith("data:image/")) {
    return <img className="file-face" src={thumbnail} alt="" />;
  }
  const extension = /\.([a-z0-9]{1,4})$/i.exec(name)?.[1];
  return (
    <span className="file-face" aria-hidden="true" dir="ltr">
      {extension?.toUpperCase() ?? <FileIcon />}
    </span>
  );
}
