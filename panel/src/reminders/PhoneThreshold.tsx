/** On a phone one sees how a reminder arrives, and writes it in a sheet. */
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import { useState } from 'react';
import { Preview } from './Preview.tsx';
import { PaymentsNotice } from './PaymentsNotice.tsx';
import classes from './PhoneThreshold.module.css';
import type { ChosenProps } from './reminders.ts';
import { useSamples } from './samples.ts';
import { OnSwitch, ThresholdCard, useThresholdForm } from './ThresholdCard.tsx';

export function PhoneThreshold(props: ChosenProps) {
  const { threshold, reminders } = props;
  const [isEditing, setEditing] = useState(false);
  const form = useThresholdForm(threshold, () => setEditing(false));
  const sample = useSamples(threshold)[0]!;
  return (
    <Panel label="Como chega">
      <div className={classes.root}>
        <header className={classes.head}>
          <p>
            Como chega a <b>{sample.name}</b>
          </p>
          <button type="button" className={classes.edit} onClick={() => setEditing(true)}>
            Editar texto
          </button>
        </header>
        <Preview text={form.values.text} sample={sample} />
        <OnSwitch threshold={threshold} reminders={reminders} />
      </div>
      {isEditing && (
        <Dialog opened title="Editar texto" onClose={() => setEditing(false)}>
          <ThresholdCard {...props} form={form} />
          {!reminders.takesPayments && <PaymentsNotice />}
        </Dialog>
      )}
    </Panel>
  );
}
