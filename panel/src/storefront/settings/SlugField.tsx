/** Address of the sales page. While the seller types, the server checks if the address is free. */
import { Group, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { checkStorefrontSlug } from '@ramal/contract/storefront/settings';
import { isSlug, SLUG_WRONG } from '@ramal/contract/storefront/slug';
import { IconCheck } from '@tabler/icons-react';
import { type CSSProperties, useId } from 'react';
import { useCall } from '../../foundation/api/query.ts';
import { useIsPhone } from '../../foundation/viewport.ts';
import { TextField } from '../../ui/form/fields/fields.tsx';
import type { FieldBinding } from '../../ui/form/use-form.ts';
import { shortAddress } from './page-address.ts';
import classes from './SlugField.module.css';

interface SlugFieldProps extends FieldBinding<string> {
  /** Stored address. Undefined before the first save. */
  readonly saved: string | undefined;
  readonly addressBase: string;
}

const TYPING_MS = 300;

export function SlugField({ saved, addressBase, value, error, onChange }: SlugFieldProps) {
  const isPhone = useIsPhone();
  const status = useId();
  const { isFree, problem } = useSlugCheck(value, saved);
  const base = shortAddress(addressBase);
  return (
    <TextField
      label="Endereço"
      mono
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={30}
      value={value}
      error={error ?? problem}
      hint={isPhone ? `${base}${value}` : 'Trocou? O endereço antigo leva ao novo por 90 dias.'}
      onChange={(event) => onChange(event.currentTarget.value.toLowerCase())}
      aria-describedby={status}
      inputContainer={(input) => (
        <div
          className={classes.root}
          style={{ '--base': isPhone ? 0 : base.length } as CSSProperties}
        >
          {!isPhone && (
            <span className={classes.base} aria-hidden>
              {base}
            </span>
          )}
          {input}
          <span id={status} className={classes.status} role="status">
            {isFree && (
              <Group component="span" gap="2xs" wrap="nowrap" c="var(--ok)" fz="note">
                <IconCheck size={16} stroke={2} aria-hidden />
                <Text span inherit>
                  livre
                </Text>
              </Group>
            )}
          </span>
        </div>
      )}
    />
  );
}

/** The stored address counts as free, because it belongs to this account. */
function useSlugCheck(slug: string, saved: string | undefined) {
  const [typed] = useDebouncedValue(slug, TYPING_MS);
  const isChecked = isSlug(typed) && typed !== saved;
  const { data } = useCall(
    checkStorefrontSlug,
    { query: { slug: typed } },
    { enabled: isChecked, staleMs: 10_000 },
  );
  if (slug === saved) return { isFree: true };
  if (typed !== slug) return { isFree: false };
  if (!isSlug(typed)) return { isFree: false, problem: SLUG_WRONG };
  return data?.isFree === false
    ? { isFree: false, problem: data.reason }
    : { isFree: data?.isFree ?? false };
}
