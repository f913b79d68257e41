import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import './small-parts.css';

export interface EmptyFaceProps {
  icon: Icon;
  tone?: 'accent' | 'plain' | 'bad' | 'ok';
  title: string;
  text?: ReactNode;
  actions?: ReactNode;
  /** Small print at the end: the request id. */
  foot?: ReactNode;
}

/** What stands where rows would be. */
export function EmptyFace({
  icon: FaceIcon,
  tone = 'accent',
  title,
  text,
  actions,
  foot,
}: EmptyFaceProps) {
  return (
    <div className="empty-face" data-tone={tone}>
      <span className="empty-face-icon">
        <FaceIcon size={24} stroke={1.75} aria-hidden />
      </span>
      <h2>{title}</h2>
      {text && <p className="empty-face-text">{text}</p>}
      {actions && <div className="empty-face-actions">{actions}</div>}
      {foot && <p className="empty-face-foot">{foot}</p>}
    </div>
  );
}
