import { type PlatformKey, platformKeys, platforms } from '@ramal/contract/rules/platforms';
import { IconCurrencyReal } from '@tabler/icons-react';
import { platformIcons } from '../lines/platforms/platform-icons.ts';
import { TextField } from '../ui/form/fields/fields.tsx';
import { Tile, Tiles } from '../ui/form/fields/Tiles.tsx';
import type { Form } from '../ui/form/use-form.ts';
import { isWhole, type AccountLimits, type LimitValues, typedLimit } from './limit-form.ts';
import { type AmountName, amountNames, limitTexts } from './limit-texts.ts';
import classes from './LimitFields.module.css';
import { LimitRow } from './LimitRow.tsx';

interface LimitFieldsProps {
  limits: AccountLimits;
  form: Form<LimitValues>;
}

export function LimitFields({ limits, form }: LimitFieldsProps) {
  const { platforms: chosen } = form.values;
  const changePlatforms = (next: Partial<typeof chosen>) =>
    form.change({ platforms: { ...chosen, ...next } });
  return (
    <ul>
      {amountNames.map((name) => (
        <AmountRow key={name} name={name} limits={limits} form={form} />
      ))}
      <LimitRow
        name="platforms"
        limits={limits}
        limited={chosen.limited}
        onLimited={(limited) => changePlatforms({ limited })}
        error={form.errors.platforms}
      >
        <PlatformTiles
          keys={chosen.keys}
          open={limits.above.platforms ?? platformKeys}
          isWrong={form.errors.platforms !== undefined}
          onChange={(keys) => changePlatforms({ keys })}
        />
      </LimitRow>
    </ul>
  );
}

function AmountRow({ name, limits, form }: LimitFieldsProps & { name: AmountName }) {
  const value = form.values[name];
  const change = (next: Partial<typeof value>) => form.change({ [name]: { ...value, ...next } });
  const error = form.errors[name];
  return (
    <LimitRow
      name={name}
      limits={limits}
      limited={value.limited}
      onLimited={(limited) => change({ limited })}
      error={error}
    >
      <TextField
        label={limitTexts[name].name}
        labelHidden
        inputMode={isWhole(name) ? 'numeric' : 'decimal'}
        autoComplete="off"
        autoFocus={limits.own[name] === null}
        placeholder={name === 'lowestPrice' ? '0,00' : '0'}
        {...(name === 'lowestPrice' ? { icon: IconCurrencyReal } : {})}
        value={value.text}
        error={error}
        onChange={({ currentTarget }) => change({ text: typedLimit(name, currentTarget.value) })}
      />
    </LimitRow>
  );
}

interface PlatformTilesProps {
  keys: readonly PlatformKey[];
  /** Platforms that the limits of ancestor accounts still allow. */
  open: readonly PlatformKey[];
  isWrong: boolean;
  onChange: (keys: readonly PlatformKey[]) => void;
}

function PlatformTiles({ keys, open, isWrong, onChange }: PlatformTilesProps) {
  return (
    <Tiles
      className={classes.platforms}
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
              data-covers
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
