/**
 * Video that the operator selected. It is shown until the user hides it (S-RECHARGE-02, S-DNS-08,
 * Q-TUTORIAL).
 */
import { ActionIcon, Button } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconPlayerPlay, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { Dialog } from '../dialogs/Dialog.tsx';
import { Panel } from './Panel.tsx';
import classes from './Tutorial.module.css';

interface TutorialProps {
  readonly video: string;
  readonly title: string;
  readonly text: string;
  /** Storage key under which this browser stores that the user has hidden the video. */
  readonly storedAs: string;
}

export function Tutorial({ video, title, text, storedAs }: TutorialProps) {
  const [hidden, setHidden] = useLocalStorage({ key: storedAs, defaultValue: '' });
  const [watching, setWatching] = useState(false);
  if (hidden === video) return null;
  return (
    <Panel className={classes.root} label="Tutorial">
      <IconPlayerPlay size={20} stroke={1.75} aria-hidden />
      <p>
        <b>{title}</b> <span>{text}</span>
      </p>
      <Button variant="default" onClick={() => setWatching(true)}>
        Assistir
      </Button>
      <ActionIcon
        variant="subtle"
        size={44}
        aria-label="Esconder o tutorial"
        onClick={() => setHidden(video)}
      >
        <IconX size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
      {watching && (
        <Dialog onClose={() => setWatching(false)} width={860} title={title}>
          <video className={classes.video} src={video} controls autoPlay playsInline>
            <track kind="captions" />
          </video>
        </Dialog>
      )}
    </Panel>
  );
}
