import { type ChangeEvent, useId } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import { chevronDown, whatsapp } from '../../ui/icons.ts';
import pageClasses from '../../portal.module.css';
import classes from './PhoneField.module.css';
import { BRAZIL, countries, maskBrazilian, type TypedPhone } from './visitor-phone.ts';

interface PhoneFieldProps {
  value: TypedPhone;
  hint: string;
  error: string | undefined;
  /** True if the field gets the focus when the page opens. */
  isFirst?: boolean;
  onChange: (phone: TypedPhone) => void;
}

/** Maximum length of the field. It is long, because links to WhatsApp can be pasted. */
const MAX_LENGTH = 200;

/**
 * Returns the typed text, with the mask of a Brazilian number if it contains only such digits. A
 * change in the middle gets no mask, because the mask would move the caret.
 */
function readTyped({ code, text }: TypedPhone, { currentTarget }: ChangeEvent<HTMLInputElement>) {
  const { value, selectionStart } = currentTarget;
  const isPlain = code === BRAZIL && /^[\d ()-]*$/.test(value);
  const isAtEnd = selectionStart === value.length && value.length > text.length;
  const digits = value.replaceAll(/\D/g, '').length;
  return isPlain && isAtEnd && digits <= 11 ? maskBrazilian(value) : value;
}

export function PhoneField({ value, hint, error, isFirst = false, onChange }: PhoneFieldProps) {
  const id = useId();
  return (
    <div className={pageClasses.field}>
      <label className={pageClasses.label} htmlFor={id}>
        Seu WhatsApp
      </label>
      <div className={classes.field} data-invalid={error !== undefined}>
        <span className={classes.country}>
          <Icon path={whatsapp} em={1.125} />
          <span>+{value.code}</span>
          <Icon path={chevronDown} em={1} />
          <select
            className={classes.choice}
            aria-label="País do número"
            value={value.code}
            onChange={({ currentTarget }) => onChange({ ...value, code: currentTarget.value })}
          >
            {countries.map(([code, name]) => (
              <option key={code} value={code}>
                {name} {code && `+${code}`}
              </option>
            ))}
          </select>
        </span>
        <input
          id={id}
          className={classes.input}
          type="tel"
          inputMode="tel"
          name="tel"
          autoComplete={value.code === BRAZIL ? 'tel-national' : 'tel'}
          // The page has one field to begin with.
          autoFocus={isFirst}
          maxLength={MAX_LENGTH}
          placeholder={value.code === BRAZIL ? '(11) 95555-0142' : undefined}
          value={value.text}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
          onChange={(event) => onChange({ ...value, text: readTyped(value, event) })}
        />
      </div>
      <p id={`${id}-hint`} className={pageClasses.hint}>
        {hint}
      </p>
      {error && (
        <p id={`${id}-error`} className={pageClasses.error}>
          {error}
        </p>
      )}
    </div>
  );
}
