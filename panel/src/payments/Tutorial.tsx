/** How customers renew by themselves, as a video that the operator chose (S-RECHARGE-02, Q-TUTORIAL). */
import { ActionIcon, Button } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconPlayerPlay, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import classes from './Tutorial.module.css';

export function Tutorial({ video }: { video: string }) {
  const [hidden, setHidden] = useLocalStorage({ key: 'ramal-tutorial-seen', defaultValue: '' });
  const [watching, setWatching] = useState(false);
  if (hidden === video) return null;
  return (
    <Panel className={classes.root} label="Tutorial">
      <IconPlayerPlay size={20} stroke={1.75} aria-hidden />
      <p>
        <b>Como seus clientes renovam sozinhos</b> <span>Chaves, créditos e o primeiro Pix.</span>
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
        <Dialog
          opened
          onClose={() => setWatching(false)}
          width={860}
          title="Como seus clientes renovam sozinhos"
        >
          <video className={classes.video} src={video} controls autoPlay playsInline>
            <track kind="captions" />
          </video>
        </Dialog>
      )}
    </Panel>
  );
}
