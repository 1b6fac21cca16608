import { useEffect, useRef, useState } from "react";
import type { RunAs } from "../api/rows.ts";
import { uploadFile } from "../api/storage.ts";

/** An upload of one file. */
export interface Upload {
  readonly id: number;
  readonly name: string;
  readonly file: File;
  readonly state: "waiting" | "sending" | "done" | "failed";
  /** From 0 to 1. */
  readonly progress: number;
  readonly error: string | null;
}

export interface Uploads {
  readonly list: readonly Upload[];
  readonly add: (files: readonly File[]) => void;
  /** Uploads a failed file again. */
  readonly retry: (id: number, replaces: boolean) => void;
  readonly cancel: () => void;
  /** Removes the uploads that have succeeded or failed from the list. */
  readonly clear: () => void;
}

let lastId = 0;

/** Uploads files one after another, so that the server is not flooded. */
export function useUploads({
  as,
  bucket,
  folder,
  onDone,
}: {
  readonly as: RunAs;
  readonly bucket: string;
  readonly folder: string;
  readonly onDone: () => void;
}): Uploads {
  const [list, setList] = useState<readonly Upload[]>([]);
  const queue = useRef<Promise<void>>(Promise.resolve());
  const controller = useRef(new AbortController());
  useEffect(() => {
    controller.current = new AbortController();
    return () => controller.current.abort();
  }, []);
  const update = (id: number, changes: Partial<Upload>) =>
    setList((uploads) =>
      uploads.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)),
    );
  const send = async (upload: Upload, replaces: boolean, signal: AbortSignal) => {
    if (signal.aborted) return update(upload.id, { state: "failed", error: "Cancelled." });
    update(upload.id, { state: "sending", progress: 0, error: null });
    try {
      await uploadFile({ as, bucket, name: upload.name }, upload.file, {
        replaces,
        signal,
        onProgress: (progress) => update(upload.id, { progress }),
      });
      update(upload.id, { state: "done", progress: 1 });
      onDone();
    } catch (error) {
      update(upload.id, { state: "failed", error: (error as Error).message });
    }
  };
  const enqueue = (upload: Upload, replaces: boolean) => {
    const { signal } = controller.current;
    queue.current = queue.current.then(() => send(upload, replaces, signal));
  };
  return {
    list,
    add: (files) => {
      const newUploads = files.map((file): Upload => {
        const name = folder + file.name;
        return { id: ++lastId, name, file, state: "waiting", progress: 0, error: null };
      });
      setList((uploads) => [...uploads, ...newUploads]);
      for (const upload of newUploads) enqueue(upload, false);
    },
    retry: (id, replaces) => {
      const upload = list.find((each) => each.id === id);
      if (upload) enqueue(upload, replaces);
    },
    cancel: () => {
      controller.current.abort();
      controller.current = new AbortController();
    },
    clear: () =>
      setList((uploads) => uploads.filter(({ state }) => state !== "done" && state !== "failed")),
  };
}
