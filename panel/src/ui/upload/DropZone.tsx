import { IconFileUpload } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useId, useState } from 'react';
import classes from './DropZone.module.css';

interface DropZoneProps {
  label: string;
  hint: ReactNode;
  /** Accepted file extensions: `.m3u,.m3u8,.gz`. */
  accept: string;
  onFile: (file: File) => void;
}

/**
 * Area where the user can drop a file. A press opens the file chooser. It contains a native file
 * input.
 */
export function DropZone({ label, hint, accept, onFile }: DropZoneProps) {
  const id = useId();
  const [isDragOver, setDragOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setDragOver(false);
    const file = event.dataTransfer.files[0];
    if (file) onFile(file);
  };
  return (
    <label
      className={classes.root}
      data-over={isDragOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setDragOver(true);
      }}
      onDragLeave={() => setDragOver(false)}
      onDrop={drop}
    >
      <IconFileUpload size={26} stroke={1.5} aria-hidden />
      <b>{label}</b>
      <span id={`${id}-hint`}>{hint}</span>
      <input
        type="file"
        accept={accept}
        aria-label={label}
        aria-describedby={`${id}-hint`}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // Clears the input, so that the user can select the same file again after a failure.
          currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
    </label>
  );
}
