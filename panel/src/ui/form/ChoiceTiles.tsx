import { useId } from 'react';
import type { ReactNode } from 'react';
import './form.css';

export interface ChoiceTile {
  value: string;
  /** The figure: «0,6». */
  label: string;
  /** What it means: «15 dias». */
  detail?: ReactNode;
  /** «promoção». */
  tag?: string;
  disabled?: boolean;
}

export interface ChoiceTilesProps {
  /** Its name for readers; the section's title stands above for the eyes. */
  label: string;
  value: string | undefined;
  options: readonly ChoiceTile[];
  onChange: (value: string) => void;
  error?: ReactNode;
}

/** Up to eight choices as tiles: one line on the desktop, four a line on the phone. */
export function ChoiceTiles({ label, value, options, onChange, error }: ChoiceTilesProps) {
  const name = useId();
  const rest = options.length % 4;
  return (
    <div>
      <div
        className="choice-tiles"
        role="radiogroup"
        aria-label={label}
        data-error={error ? true : undefined}
        data-rest={rest || undefined}
      >
        {options.map((option) => (
          <label key={option.value} className="choice-tile">
            {option.tag && <span className="choice-tile-tag">{option.tag}</span>}
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              // In a window the focus starts on what is chosen: two tiles with an edge look like two choices.
              data-autofocus={option.value === value || undefined}
              onChange={() => onChange(option.value)}
            />
            <b>{option.label}</b>
            {option.detail && <span className="choice-tile-detail">{option.detail}</span>}
          </label>
        ))}
      </div>
      {error && <p className="field-error">{error}</p>}
    </div>
  );
}
