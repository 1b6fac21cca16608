import { type ChangeEvent, useEffect, useId, useRef, useState } from "react";
import { drawSquare, encodeSquare } from "../../browser/picture.ts";
import { useFileTexts } from "../../i18n/files/file-texts.ts";
import { useFormat } from "../../i18n/format.ts";
import { Dialog } from "../../shell/dialog.tsx";
import { type Crop, centeredCrop, largestZoom, moveCrop, squareOf, zoomCrop } from "./crop.ts";
import { useDrag } from "./use-drag.ts";

/** The side in pixels and the quality of the uploaded picture. */
const outputFormat = { side: 512, quality: 0.85 };

/** Lets the user crop a picture to a square, by sliders or by dragging the picture. */
export function CropDialog(props: {
  picture: ImageBitmap;
  saving: boolean;
  /** The reason why the picture was not saved. Empty if there is none. */
  errorText: string;
  save: (cropped: Blob) => Promise<void>;
  onClose: () => void;
}) {
  const { picture, saving } = props;
  const texts = useFileTexts().picture.crop;
  const format = useFormat();
  const [crop, setCrop] = useState<Crop>(centeredCrop);
  const canvas = useRef<HTMLCanvasElement>(null);
  const square = squareOf(picture, crop);
  const percent = (share: number) => format.percent(share);

  useEffect(() => {
    if (canvas.current) drawSquare(canvas.current, picture, squareOf(picture, crop));
  }, [picture, crop]);
  useDrag(canvas, {
    onMove: (offset) => setCrop((current) => moveCrop(picture, current, offset)),
    onZoom: (factor) => setCrop((current) => zoomCrop(picture, current, current.zoom * factor)),
  });

  return (
    <Dialog title={texts.title} onClose={props.onClose}>
      {(dismiss) => (
        <form
          className="crop"
          aria-busy={saving}
          onSubmit={(event) => {
            event.preventDefault();
            if (saving) return;
            // `errorText` shows the error.
            void encodeSquare(picture, square, outputFormat)
              .then(props.save)
              .then(dismiss, () => {});
          }}
        >
          <canvas
            ref={canvas}
            className="crop-canvas"
            width={outputFormat.side}
            height={outputFormat.side}
            role="img"
            aria-label={texts.preview}
          />
          <p className="quiet">{texts.hint}</p>
          <div className="crop-sliders">
            <Slider
              label={texts.zoom}
              takesFocus
              value={crop.zoom}
              range={[1, largestZoom(picture)]}
              text={percent(crop.zoom)}
              onChange={(zoom) => setCrop(zoomCrop(picture, crop, zoom))}
            />
            <Slider
              label={texts.across}
              value={crop.x}
              range={[0, picture.width - square.side < 1 ? 0 : 1]}
              text={percent(crop.x)}
              onChange={(x) => setCrop({ ...crop, x })}
            />
            <Slider
              label={texts.down}
              value={crop.y}
              range={[0, picture.height - square.side < 1 ? 0 : 1]}
              text={percent(crop.y)}
              onChange={(y) => setCrop({ ...crop, y })}
            />
          </div>
          <div role="alert">
            {props.errorText && <p className="message message-danger">{props.errorText}</p>}
          </div>
          <div className="button-row crop-buttons">
            <button type="button" className="button button-quiet" onClick={() => dismiss()}>
              {texts.cancel}
            </button>
            <button type="submit" className="button button-primary" aria-disabled={saving}>
              {saving ? texts.saving : texts.save}
            </button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

function Slider(props: {
  label: string;
  value: number;
  range: readonly [number, number];
  /** The value as a screen reader announces it. */
  text: string;
  takesFocus?: boolean;
  onChange: (value: number) => void;
}) {
  const { label, value, range, text, takesFocus, onChange } = props;
  const [min, max] = range;
  const id = useId();
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="range"
        // Stays left-to-right in right-to-left languages, because the picture is not mirrored.
        dir="ltr"
        min={min}
        max={max}
        step={(max - min) / 50 || 1}
        value={value}
        disabled={max <= min}
        aria-valuetext={text}
        data-first-focus={takesFocus ? "" : undefined}
        onChange={(event: ChangeEvent<HTMLInputElement>) => onChange(event.target.valueAsNumber)}
      />
    </>
  );
}
