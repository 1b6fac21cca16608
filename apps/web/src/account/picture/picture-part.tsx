import "./picture.css";
import { useRef, useState } from "react";
import { useErrorText } from "../../auth/error-text.ts";
import { readPicture } from "../../browser/picture.ts";
import { ownPicture } from "../../data/picture.ts";
import { useFileWords } from "../../i18n/files/file-words.ts";
import { useFormat } from "../../i18n/format.ts";
import { TrashIcon } from "../../icons/signed-in.tsx";
import { Avatar } from "../../shell/avatar.tsx";
import { useSay } from "../../shell/toasts.tsx";
import { CropDialog } from "./crop-dialog.tsx";
import { usePicture } from "./use-picture.ts";

/** The largest file that is taken, in bytes. What is kept of it is much smaller. */
const largestFile = 20_000_000;

/** One's picture, and the ways to choose, replace and remove it. */
export function PicturePart() {
  const words = useFileWords().picture;
  const format = useFormat();
  const textOf = useErrorText();
  const say = useSay();
  const { user, save, remove } = usePicture();
  const [chosen, setChosen] = useState<ImageBitmap>();
  const [complaint, setComplaint] = useState("");
  const file = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const hasPicture = ownPicture(user) !== undefined;

  const choose = async (found: File) => {
    setComplaint("");
    if (found.size > largestFile) return setComplaint(words.tooLarge(format.size(largestFile)));
    try {
      const picture = await readPicture(found);
      // Where the dialog takes the focus back to: not every browser returns it from choosing a file.
      button.current?.focus();
      setChosen(picture);
    } catch {
      setComplaint(words.unreadable);
    }
  };
  const takeAway = () => {
    setComplaint("");
    remove.mutate(undefined, {
      onSuccess: () => {
        // The button that was pressed is gone.
        button.current?.focus();
        say({ text: words.removed });
      },
      onError: (error) => setComplaint(textOf(error)),
    });
  };

  return (
    <div className="picture">
      <Avatar user={user} large />
      <div className="picture-buttons">
        <div className="button-row">
          <button
            ref={button}
            type="button"
            className="button"
            onClick={() => file.current?.click()}
          >
            {hasPicture ? words.change : words.choose}
          </button>
          {hasPicture && (
            <button
              type="button"
              className="icon-button"
              aria-label={words.remove}
              aria-disabled={remove.isPending}
              onClick={() => remove.isPending || takeAway()}
            >
              <TrashIcon />
            </button>
          )}
        </div>
        <p className="quiet">{words.hint(format.size(largestFile))}</p>
        <div role="alert">{complaint && <p className="message message-danger">{complaint}</p>}</div>
      </div>
      <input
        ref={file}
        type="file"
        // A telephone offers its camera for it.
        accept="image/*"
        hidden
        onChange={({ currentTarget: field }) => {
          const [first] = field.files ?? [];
          // The same file may be chosen again.
          field.value = "";
          if (first) void choose(first);
        }}
      />
      {chosen && (
        <CropDialog
          picture={chosen}
          saving={save.isPending}
          complaint={save.error ? textOf(save.error) : ""}
          save={(cropped) => save.mutateAsync(cropped).then(() => say({ text: words.saved }))}
          onClose={() => {
            setChosen(undefined);
            save.reset();
          }}
        />
      )}
    </div>
  );
}
