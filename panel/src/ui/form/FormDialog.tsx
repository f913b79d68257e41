import { Button } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { useIsPhone } from '../../foundation/viewport.ts';
import { Dialog } from '../dialogs/Dialog.tsx';
import { type Fact, Facts } from '../dialogs/Facts.tsx';
import classes from './FormDialog.module.css';
import { ignoreEnterOnChoice, submitOnCtrlEnter } from './submit-keys.ts';
import type { Form } from './use-form.ts';
import { DialogHint } from '../dialogs/DialogHint.tsx';
import { isFocusLost } from '../dialogs/use-focus-return.ts';
import { focusFirstError } from './focus-error.ts';

interface FormDialogProps {
  form: Pick<Form<object>, 'busy' | 'submit' | 'reset' | 'ref'> &
    Partial<Pick<Form<object>, 'changed'>>;
  title: string;
  subtitle?: ReactNode;
  /** Avatar before the title. */
  lead?: ReactNode;
  /** Icon before the title, in the dialog's tone. */
  icon?: Icon;
  tone?: 'danger' | 'light';
  width?: number;
  /** Facts above the fields: the effects of the action, and what stays unchanged. */
  facts?: readonly Fact[] | undefined;
  /** Hint next to the buttons about a less drastic alternative. */
  hint?: ReactNode;
  submitLabel?: string;
  submitIcon?: Icon;
  /** True while a required value is missing. A hint below the empty field states the reason. */
  submitDisabled?: boolean;
  cancelLabel?: string;
  /**
   * True if the submit button is wider than «Cancelar» on the phone. Used for labels that contain a
   * price.
   */
  wideSubmit?: boolean;
  /** Class name that sets the size of the button. */
  submitClassName?: string;
  className?: string;
  /** True for a long form, which fills the screen of a phone. An arrow then replaces «Cancelar». */
  fillsPhone?: boolean;
  /** Called when the dialog closes without a success. The draft is then deleted. */
  onClose: () => void;
  children?: ReactNode;
  /** Content below the form that is not part of it. */
  after?: ReactNode;
}

/** Form in a dialog, with two buttons. Ctrl Enter submits from every field. */
export function FormDialog(props: FormDialogProps) {
  const { form, tone = 'light', width = 520, children, after } = props;
  const id = useId();
  useFocusAfterFailure(form, id);
  const close = () => {
    form.reset();
    props.onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!form.busy && !props.submitDisabled) form.submit();
  };
  return (
    <Dialog
      onClose={close}
      busy={form.busy}
      holdsInput={form.changed ?? false}
      fillsPhone={props.fillsPhone ?? false}
      width={width}
      title={props.title}
      subtitle={props.subtitle}
      lead={props.lead}
      icon={props.icon}
      tone={tone === 'danger' ? 'bad' : 'accent'}
      footer={<Buttons {...props} tone={tone} formId={id} onCancel={close} />}
    >
      {props.facts && <Facts facts={props.facts} />}
      <form
        id={id}
        ref={form.ref}
        className={`${classes.root} ${props.className ?? ''}`}
        noValidate
        onSubmit={submit}
        onKeyDown={(event) => {
          ignoreEnterOnChoice(event);
          submitOnCtrlEnter(submit)(event);
        }}
      >
        {children}
      </form>
      {after}
    </Dialog>
  );
}

/**
 * Restores the focus after a failed call, because all fields and buttons were disabled during the
 * call. Focuses the first field with an error, or otherwise the submit button.
 */
function useFocusAfterFailure({ busy, ref }: FormDialogProps['form'], formId: string): void {
  const ran = useRef(false);
  useEffect(() => {
    if (ran.current && !busy && isFocusLost())
      focusFirstError(
        ref.current,
        document.querySelector<HTMLElement>(`[type="submit"][form="${formId}"]`),
      );
    ran.current = busy;
  }, [busy, ref, formId]);
}

interface ButtonsProps extends FormDialogProps {
  formId: string;
  onCancel: () => void;
}

function Buttons({ form, formId, onCancel, ...props }: ButtonsProps) {
  const { hint, submitIcon: SubmitIcon, submitClassName } = props;
  const isPhone = useIsPhone();
  return (
    <>
      <DialogHint running={form.busy}>{hint}</DialogHint>
      {!(props.fillsPhone && isPhone) && (
        <Button size="md" variant="default" disabled={form.busy} onClick={onCancel}>
          {props.cancelLabel ?? 'Cancelar'}
        </Button>
      )}
      <Button
        size="md"
        type="submit"
        form={formId}
        variant={props.tone === 'danger' ? 'danger' : 'filled'}
        loading={form.busy}
        disabled={props.submitDisabled ?? false}
        data-wide={props.wideSubmit || undefined}
        {...(submitClassName ? { className: submitClassName } : {})}
        leftSection={SubmitIcon && <SubmitIcon size={17} stroke={1.75} aria-hidden />}
      >
        {props.submitLabel ?? 'Salvar'}
      </Button>
    </>
  );
}
