/**
 * Card for posters and plots from The Movie Database, with the field for the operator's API key.
 */
import { Anchor, Button, Text } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { getTitleDetails, saveTitleDetailsKey } from '@ramal/contract/catalogue/title-details';
import { IconAlertTriangle, IconKey } from '@tabler/icons-react';
import { useCall } from '../foundation/api/query.ts';
import { pluralize, formatCount } from '../foundation/numbers.ts';
import { TextField } from '../ui/form/fields/fields.tsx';
import { InlineForm } from '../ui/form/InlineForm.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { Loaded } from '../ui/states/Loaded.tsx';
import { Notice } from '../ui/status/Notice.tsx';
import oneLine from './links/OneLine.module.css';
import { TitledCard } from '../ui/layout/TitledCard.tsx';

type State = ResponseOf<typeof getTitleDetails>;

export function TitleDetailsCard() {
  const state = useCall(getTitleDetails, {});
  return (
    <TitledCard
      title="Capas e sinopses"
      text={state.data ? progressOf(state.data) : 'Filmes e séries que chegam sem capa.'}
    >
      <Loaded query={state} failed="Não deu para carregar" compact height={44}>
        {(data) => <KeyForm state={data} />}
      </Loaded>
    </TitledCard>
  );
}

function progressOf({ hasKey, found: completed, unknown, waiting }: State): string {
  if (!hasKey) return 'Com uma chave do TMDB, o que chega sem capa ou sinopse é completado.';
  const completedText = pluralize(completed, 'título completado', 'títulos completados');
  const rest = waiting > 0 ? `, ${formatCount(waiting)} na fila` : '';
  return `${completedText}${rest}${unknown > 0 ? `, ${formatCount(unknown)} que o TMDB não conhece` : ''}.`;
}

function KeyForm({ state }: { state: State }) {
  const form = useForm(saveTitleDetailsKey, {
    initial: { key: '' },
    secrets: ['key'],
    send: (body) => ({ body }),
    refresh: [getTitleDetails],
    validate: ({ key }): Record<string, string> =>
      key === '' && !state.hasKey ? { key: 'Cole a chave da sua conta no TMDB.' } : {},
    confirm: ({ key }) =>
      key === ''
        ? {
            title: 'Retirar a chave do TMDB?',
            lead: 'O que já chegou fica.',
            icon: IconKey,
            tone: 'danger',
            confirmLabel: 'Sim, retirar',
          }
        : undefined,
    alertFor: ({ refusal }) => (refusal ? undefined : false),
    success: ({ message }) => ({ title: message }),
  });
  const removes = state.hasKey && form.values.key === '';
  return (
    <>
      {state.refused && (
        <Notice tone="warn" icon={IconAlertTriangle} title="O TMDB não aceita mais esta chave.">
          Guarde outra para continuar.
        </Notice>
      )}
      <InlineForm form={form} className={oneLine.root}>
        <TextField
          label="Chave do TMDB"
          labelHidden
          icon={IconKey}
          autoComplete="off"
          spellCheck={false}
          placeholder={state.hasKey ? 'Chave guardada: cole outra para trocar' : 'Chave ou token'}
          {...form.field('key')}
        />
        <Button type="submit" size="md" variant="default" loading={form.busy}>
          {removes ? 'Retirar' : 'Salvar'}
        </Button>
      </InlineForm>
      <Text mt="calc(-1 * var(--space-xs))" mb="2xl" mx="3xl" c="var(--ink-3)" fz="caption">
        Este produto usa a API do{' '}
        <Anchor href="https://www.themoviedb.org" target="_blank" rel="noreferrer">
          TMDB
        </Anchor>
        , mas não é endossado nem certificado por ele.
      </Text>
    </>
  );
}
