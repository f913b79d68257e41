/** Card «Textos»: the four messages of the sales page. On the phone each opens in a dialog. */
import { Button, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import {
  MAX_STOREFRONT_TEXT,
  storefrontPlaceholders,
  type StorefrontText,
  storefrontTextLabels,
  storefrontTexts,
} from '@ramal/contract/storefront/settings';
import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useIsPhone } from '../../foundation/viewport.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { FilledText } from '../../ui/FilledText.tsx';
import { PlaceholderArea } from '../../ui/form/fields/PlaceholderArea.tsx';
import { Segmented } from '../../ui/form/fields/Segmented.tsx';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import type { CardProps } from './card-props.ts';
import { pageAddress, shortAddress } from './page-address.ts';
import { sampleValues } from './sample-values.ts';
import classes from './TextsCard.module.css';

export function TextsCard(props: CardProps) {
  const isPhone = useIsPhone();
  return isPhone ? <PhoneTexts {...props} /> : <DesktopTexts {...props} />;
}

function DesktopTexts(props: CardProps) {
  const [chosen, setChosen] = useState<StorefrontText>('testReady');
  return (
    <TitledCard padded title="Textos" text="Os mesmos em todos os canais.">
      <Group>
        <Segmented
          label="Texto"
          value={chosen}
          options={storefrontTexts.map((text) => ({
            value: text,
            label: storefrontTextLabels[text],
          }))}
          onChange={(text) => setChosen(storefrontTexts.find((name) => name === text)!)}
        />
      </Group>
      <TextArea {...props} text={chosen} />
      <TextPreview {...props} text={chosen} />
    </TitledCard>
  );
}

interface TextProps extends CardProps {
  readonly text: StorefrontText;
}

const TextArea = ({ form, text }: TextProps) => (
  <PlaceholderArea
    label={storefrontTextLabels[text]}
    placeholders={storefrontPlaceholders}
    maxLength={MAX_STOREFRONT_TEXT}
    rows={3}
    value={form.values.texts[text]}
    error={form.errors[textField(text)] ?? form.errors['texts']}
    onChange={(typed) => form.change({ texts: { ...form.values.texts, [text]: typed } })}
  />
);

const wireTexts: Readonly<Record<StorefrontText, string>> = {
  welcome: 'welcome',
  testReady: 'test_ready',
  alreadyTested: 'already_tested',
  paid: 'paid',
};

const textField = (text: StorefrontText): string => `texts.${wireTexts[text]}`;

const TextPreview = ({ form, state, text }: TextProps) => (
  <div>
    <Text inherit mb="xs" c="var(--ink-2)" fz="note">
      Como chega
    </Text>
    <FilledText text={form.values.texts[text]} values={valuesOf({ form, state })} />
  </div>
);

const valuesOf = ({ form, state }: CardProps) =>
  sampleValues(shortAddress(pageAddress(state.addressBase, form.values.slug)));

function PhoneTexts(props: CardProps) {
  const [edited, setEdited] = useState<StorefrontText>();
  const { form } = props;
  const close = () => setEdited(undefined);
  return (
    <TitledCard title="Textos">
      <ul className={classes.list}>
        {storefrontTexts.map((text) => (
          <li key={text}>
            <UnstyledButton className={classes.row ?? ''} onClick={() => setEdited(text)}>
              <span className={classes.texts}>
                <b>{storefrontTextLabels[text]}</b>
                <Text span inherit truncate c="var(--ink-2)" fz="body">
                  {form.values.texts[text]}
                </Text>
                {form.errors[textField(text)] && (
                  <Text span inherit c="var(--bad)" fz="note">
                    {form.errors[textField(text)]}
                  </Text>
                )}
              </span>
              <IconChevronRight size={20} stroke={1.75} color="var(--ink-3)" aria-hidden />
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {edited && (
        <Dialog
          title={storefrontTextLabels[edited]}
          fillsPhone
          holdsInput
          onClose={close}
          footer={
            <Button size="md" fullWidth onClick={close}>
              Pronto
            </Button>
          }
        >
          <Stack gap="xl">
            <TextPreview {...props} text={edited} />
            <TextArea {...props} text={edited} />
          </Stack>
        </Dialog>
      )}
    </TitledCard>
  );
}
