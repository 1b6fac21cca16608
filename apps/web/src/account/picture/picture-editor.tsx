import "./picture.css";
import { useRef, useState } from "react";
import { useErrorText } from "../../auth/error-text.ts";
import { readPicture } from "../../browser/picture.ts";
import { ownPicture } from "../../data/picture.ts";
import { useFileTexts } from "../../i18n/files/file-texts.ts";
import { useFormat } from "../../i18n/format.ts";
import { TrashIcon } from "../../icons/signed-in.tsx";
import { Avatar } from "../../shell/avatar.tsx";
import { useShowToast } from "../../shell/toasts.tsx";
import { CropDialog } from "./crop-dialog.tsx";
import { usePictureActions } from "./use-picture-actions.ts";

/** The limit for a chosen file; the uploaded picture is much smaller. */
const maxFileBytes = 20_000_000;

/** The user's picture, with buttons to choose, replace and remove it. */
export function PictureEditor() {
  const texts = useFileTexts().picture;
  const format = useFormat();
  const textOf = useErrorText();
  const showToast = useShowToast();
  const { user, save, remove } = usePictureActions();
  const [chosenPicture, setChosenPicture] = useState<ImageBitmap>();
  const [errorText, setErrorText] = useState("");
  const file = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const hasPicture = ownPicture(user) !== undefined;

  const choose = async (file: File) => {
    setErrorText("");
    if (file.size > maxFileBytes) return setErrorText(texts.tooLarge(format.size(maxFileBytes)));
    try {
      const picture = await readPicture(file);
      // Focus the button, because not every browser does so after the file picker, and the dialog returns the focus to
      // it.
      button.current?.focus();
      setChosenPicture(picture);
    } catch {
      setErrorText(texts.unreadable);
    }
  };
  const removePicture = () => {
    setErrorText("");
    remove.mutate(undefined, {
      onSuccess: () => {
        // The remove button is gone, so the focus moves to the button that chooses a picture.
        button.current?.focus();
        showToast({ text: texts.removed });
      },
      onError: (error) => setErrorText(textOf(error)),
    });
  };

  return (
    <div className="picture">
      <Avatar user={user} isLarge />
      <div className="picture-buttons">
        <div className="button-row">
          <button
            ref={button}
            type="button"
            className="button"
            onClick={() => file.current?.click()}
          >
            {hasPicture ? texts.change : texts.choose}
          </button>
          {hasPicture && (
            <button
              type="button"
              className="icon-button"
              aria-label={texts.remove}
              aria-disabled={remove.isPending}
              onClick={() => remove.isPending || removePicture()}
            >
              <TrashIcon />
            </button>
          )}
        </div>
        <p className="quiet">{texts.hint(format.size(maxFileBytes))}</p>
        <div role="alert">{errorText && <p className="message message-danger">{errorText}</p>}</div>
      </div>
      <input
        ref={file}
        type="file"
        // Phones also offer the camera for this type.
        accept="image/*"
        hidden
        onChange={({ currentTarget: field }) => {
          const [file] = field.files ?? [];
          // Clear the field, so that choosing the same file again also fires an event.
          field.value = "";
          if (file) void choose(file);
        }}
      />
      {chosenPicture && (
        <CropDialog
          picture={chosenPicture}
          saving={save.isPending}
          errorText={save.error ? textOf(save.error) : ""}
          save={(cropped) => save.mutateAsync(cropped).then(() => showToast({ text: texts.saved }))}
          onClose={() => {
            setChosenPicture(undefined);
            save.reset();
          }}
        />
      )}
    </div>
  );
}
