import { type Icon, IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './Picture.module.css';

interface PictureProps {
  /** Empty if there is no picture. */
  url: string;
  size?: number;
  icon?: Icon;
}

/** Logo or poster of an item. Shows an icon of the same size if the picture is missing. */
export function Picture({ url, size = 28, icon: Missing = IconPhoto }: PictureProps) {
  const [failed, setFailed] = useState<string>();
  const shown = url !== '' && url !== failed;
  return (
    <span className={classes.root} style={{ width: size, height: size }}>
      {shown ? (
        <img
          src={url}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setFailed(url)}
        />
      ) : (
        <Missing size={Math.round(size * 0.55)} stroke={1.5} aria-hidden />
      )}
    </span>
  );
}
