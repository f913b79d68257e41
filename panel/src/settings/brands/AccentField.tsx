/**
 * Field for the accent colour of a brand. While the user selects a colour, it shows the contrast of
 * text on this colour (WCAG 2.2 AA).
 */
import { Box, Group, Stack, UnstyledButton } from '@mantine/core';
import {
  type AccentFigures,
  accentFigures,
  MIN_HUE_DISTANCE,
  type SignalName,
  TEXT_CONTRAST,
} from '@ramal/contract/brands/accent-family';
import { IconCheck, IconX } from '@tabler/icons-react';
import { TextField } from '../../ui/form/fields/fields.tsx';
import type { FieldBinding } from '../../ui/form/use-form.ts';
import classes from './AccentField.module.css';

const suggestions = ['#4350d6', '#5a4a9c', '#7b2fa0', '#3f4a63', '#6a3fc2'];

const signalLabels: Record<SignalName, string> = {
  red: 'do vermelho',
  amber: 'do âmbar',
  green: 'do verde',
  'the blue of tests': 'do azul de teste',
};

export const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

export function AccentField({ value, error, onChange }: FieldBinding<string>) {
  return (
    <div className={classes.root}>
      <Stack gap="md">
        <Box pos="relative" className={classes.typed}>
          <input
            type="color"
            aria-label="Escolher a cor"
            value={isColor(value) ? value.toLowerCase() : '#000000'}
            onChange={onChange}
          />
          <TextField
            label="Cor"
            mono
            maxLength={7}
            autoComplete="off"
            spellCheck={false}
            value={value}
            error={error}
            onChange={onChange}
          />
        </Box>
        <Group
          gap="sm"
          align="stretch"
          className={classes.suggestions}
          role="group"
          aria-label="Cores prontas"
        >
          {suggestions.map((color) => (
            <UnstyledButton
              key={color}
              className={classes.suggestion ?? ''}
              style={{ background: color }}
              aria-label={color}
              aria-pressed={color === value.toLowerCase()}
              onClick={() => onChange(color)}
            />
          ))}
        </Group>
      </Stack>
      {isColor(value) && <Figures figures={accentFigures(value.toLowerCase())} />}
      <p className={classes.rule}>
        Precisa de 4,5 : 1 e de 40° longe do vermelho, do âmbar, do verde e do azul de teste.
      </p>
    </div>
  );
}

const ratio = new Intl.NumberFormat('pt-BR', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
/**
 * Formats a contrast ratio. It is rounded down, so that an insufficient value never looks
 * sufficient.
 */
const ratioText = (contrast: number): string =>
  `${ratio.format(Math.floor(contrast * 10) / 10)} : 1`;

function Figures({ figures: { onAccent, links, nearest } }: { figures: AccentFigures }) {
  return (
    <Stack
      component="dl"
      gap="xs"
      py="lg"
      px="xl"
      bd="1px solid var(--line)"
      bdrs="var(--radius-card)"
      bg="var(--sunken)"
      fz="note"
      aria-live="polite"
    >
      <Figure
        name="Branco sobre a cor"
        value={ratioText(onAccent)}
        isFit={onAccent >= TEXT_CONTRAST}
      />
      <Figure name="Links sobre branco" value={ratioText(links)} isFit={links >= TEXT_CONTRAST} />
      {nearest ? (
        <Figure
          name={`Longe ${signalLabels[nearest.signal]}`}
          value={`${Math.floor(nearest.degrees)}°`}
          isFit={nearest.degrees >= MIN_HUE_DISTANCE}
        />
      ) : (
        <Figure name="Longe dos sinais" value="cinza" isFit />
      )}
    </Stack>
  );
}

function Figure({ name, value, isFit }: { name: string; value: string; isFit: boolean }) {
  const Mark = isFit ? IconCheck : IconX;
  return (
    <Group gap="lg" align="stretch" justify="space-between" wrap="nowrap">
      <Box component="dt" c="var(--ink-2)">
        {name}
      </Box>
      <Group
        component="dd"
        gap="xs"
        wrap="nowrap"
        c={isFit ? 'var(--ok)' : 'var(--bad)'}
        fw={500}
        className="num"
      >
        {value}
        <Mark size={16} stroke={2} role="img" aria-label={isFit ? 'serve' : 'não serve'} />
      </Group>
    </Group>
  );
}
