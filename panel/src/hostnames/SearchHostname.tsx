/**
 * Searches a name with its extension in one field. The answer opens the purchase (S-DNS-02 to -04,
 * V-66 to V-68, K-36).
 */
import { Button, Select } from '@mantine/core';
import {
  type HostnameOffer,
  hostnameExtensions,
  verifyHostnames,
} from '@ramal/contract/operations/hostnames';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import type { ApiError } from '../foundation/api/api.ts';
import { useAction } from '../foundation/api/query.ts';
import type { AlertOptions } from '../ui/dialogs/AlertBox.tsx';
import { useAlertDialog } from '../ui/dialogs/dialogs.tsx';
import { TextField } from '../ui/form/fields/fields.tsx';
import { refusalAlert } from '../ui/form/form-errors.ts';
import { Panel } from '../ui/layout/Panel.tsx';
import { BuyHostname, type HostnameSearch } from './BuyHostname.tsx';
import classes from './hostnames.module.css';

/** Minimum time in ms between two searches (K-36). */
const PAUSE_MS = 2_000;

const LETTERS_AND_DIGITS = 'Só letras e números: acentos, hífens e pontos ficam de fora.';

/** Dialog for a name that the registrar does not sell (V-68, M-102). */
const INVALID: AlertOptions = {
  title: 'Dominio invalido um erro!',
  text: 'O registrador não vende este nome. Tente outro.',
};

export function SearchHostname({ isAdmin }: { isAdmin: boolean }) {
  const [name, setName] = useState('');
  const [extension, setExtension] = useState<string>();
  const [error, setError] = useState<string>();
  const [result, setResult] = useState<HostnameSearch>();
  const [isResting, setResting] = useState(false);
  const verify = useVerify(name, extension, setResult);
  const search = (event: FormEvent) => {
    event.preventDefault();
    if (name === '') return setError('Preencha os campos corretamente!');
    setError(undefined);
    setResting(true);
    setTimeout(() => setResting(false), PAUSE_MS);
    verify.mutate({ body: { domains: hostnameExtensions.map((ending) => name + ending) } });
  };
  return (
    <Panel py="2xl" px="var(--inset)" className={classes.search} label="Comprar um DNS só seu">
      <form onSubmit={search} noValidate>
        <TextField
          label="Comprar um DNS só seu"
          mono
          autoComplete="off"
          spellCheck={false}
          placeholder="letras e números"
          maxLength={63}
          value={name}
          error={error}
          onChange={({ currentTarget }) => {
            const read = readTyped(currentTarget.value);
            setName(read.name);
            if (read.extension) setExtension(read.extension);
            // The error about removed characters stays until the user searches or types a valid
            // name.
            setError((shownError) =>
              !read.isWhole || (shownError === LETTERS_AND_DIGITS && read.name !== '')
                ? LETTERS_AND_DIGITS
                : undefined,
            );
          }}
        />
        <Select
          size="md"
          aria-label="Extensão"
          data={[...hostnameExtensions]}
          value={extension ?? hostnameExtensions[0]}
          allowDeselect={false}
          onChange={(chosen) => setExtension(chosen ?? undefined)}
        />
        <Button
          type="submit"
          size="md"
          loading={verify.isPending}
          disabled={isResting}
          leftSection={<IconSearch size={17} stroke={1.75} aria-hidden />}
        >
          Consultar
        </Button>
      </form>
      {result && (
        <BuyHostname
          result={result}
          isAdmin={isAdmin}
          onBought={() => {
            setResult(undefined);
            setName('');
          }}
          onClose={() => setResult(undefined)}
        />
      )}
    </Panel>
  );
}

/**
 * Reads the typed text. A pasted domain sets the extension too. Characters that a name cannot
 * contain are removed, with a note.
 */
function readTyped(typed: string) {
  const text = typed.trim().toLowerCase();
  const extension = hostnameExtensions.find((ending) => text.endsWith(ending));
  const bare = extension ? text.slice(0, -extension.length) : text;
  const name = bare.replaceAll(/[^a-z0-9]/g, '');
  return { name, extension, isWhole: name === bare };
}

/**
 * Returns an action that requests the offers in all extensions. If the registrar does not sell the
 * name, a message appears instead.
 */
function useVerify(
  name: string,
  extension: string | undefined,
  onFound: (found: HostnameSearch) => void,
) {
  const alert = useAlertDialog();
  const chosen = extension === undefined ? undefined : name + extension;
  const domain = chosen ?? name + hostnameExtensions[0];
  return useAction(verifyHostnames, {
    onSuccess: ({ reply: { available, unavailable, invalid } }) => {
      if (invalid.includes(domain)) void alert(INVALID);
      else onFound({ name, available: available.toSorted(inOfferOrder(chosen)), unavailable });
    },
    onError: (refusal: ApiError) => void alert(refusalAlert(refusal)),
  });
}

/**
 * Compares two offers: the chosen extension comes first, then the cheapest offer. The first offer
 * is preselected.
 */
const inOfferOrder = (chosen: string | undefined) => (a: HostnameOffer, b: HostnameOffer) =>
  Number(b.domain === chosen) - Number(a.domain === chosen) || priceOf(a) - priceOf(b);

const priceOf = ({ credits, price }: HostnameOffer): number => credits ?? price ?? Infinity;
