import { type PlatformKey, platformKeys, platforms } from '@ramal/contract/rules/platforms';
import { IconCurrencyReal } from '@tabler/icons-react';
import { platformIcons } from '../lines/platforms/platform-icons.ts';
import { TextField } from '../ui/form/fields.tsx';
import {
  type LimitForm,
  type LimitsOf,
  type LimitTexts,
  isWhole,
  typedLimit,
} from './limit-form.ts';
import { LimitRow } from './LimitRow.tsx';
import { amountNames, limitWords } from './limit-words.ts';
import { Tile, Tiles } from '../ui/form/Tiles.tsx';

export interface LimitFieldsProps {
  limits: LimitsOf;
  form: LimitForm;
  fields: LimitTexts;
  onChange: (form: LimitForm) => void;
}

export function LimitFields({ limits, form, fields, onChange }: LimitFieldsProps) {
  const { amounts, platforms: chosen } = form;
  return (
    <ul className="limits">
      {amountNames.map((name) => {
        const typed = amounts[name];
        const change = (next: Partial<typeof typed>) =>
          onChange({ ...form, amounts: { ...amounts, [name]: { ...typed, ...next } } });
        return (
          <LimitRow
            key={name}
            name={name}
            limits={limits}
            limited={typed.limited}
            onLimited={(limited) => change({ limited })}
            error={fields[name]}
          >
            <TextField
              label={limitWords[name].name}
              labelHidden
              inputMode={isWhole(name) ? 'numeric' : 'decimal'}
              autoComplete="off"
              autoFocus={limits.own[name] === null}
              placeholder={name === 'lowest_price' ? '0,00' : '0'}
              {...(name === 'lowest_price' ? { icon: IconCurrencyReal } : {})}
              value={typed.text}
              error={fields[name]}
              onChange={({ currentTarget }) =>
                change({ text: typedLimit(name, currentTarget.value) })
              }
            />
          </LimitRow>
        );
      })}
      <LimitRow
        name="platforms"
        limits={limits}
        limited={chosen.limited}
        onLimited={(limited) => onChange({ ...form, platforms: { ...chosen, limited } })}
        error={fields.platforms}
      >
        <PlatformTiles
          keys={chosen.keys}
          open={limits.above.platforms ?? platformKeys}
          isWrong={fields.platforms !== undefined}
          onChange={(keys) => onChange({ ...form, platforms: { ...chosen, keys } })}
        />
      </LimitRow>
    </ul>
  );
}

interface PlatformTilesProps {
  keys: readonly PlatformKey[];
  /** Those that are not closed above. */
  open: readonly PlatformKey[];
  isWrong: boolean;
  onChange: (keys: readonly PlatformKey[]) => void;
}

function PlatformTiles({ keys, open, isWrong, onChange }: PlatformTilesProps) {
  return (
    <Tiles
      className="limit-platforms"
      role="group"
      aria-label="Plataformas"
      data-error={isWrong || undefined}
    >
      {platformKeys.map((key) => {
        const PlatformIcon = platformIcons[key];
        const isOn = keys.includes(key);
        return (
          <Tile key={key}>
            <input
              type="checkbox"
              checked={isOn}
              disabled={!isOn && !open.includes(key)}
              onChange={() =>
                onChange(isOn ? keys.filter((other) => other !== key) : [...keys, key])
              }
            />
            <PlatformIcon size={18} stroke={1.75} aria-hidden />
            <span>{platforms[key].label}</span>
          </Tile>
        );
      })}
    </Tiles>
  );
}
