/** Name and extension as one field; the answer opens the purchase (S-DNS-02 to -04, V-66 to V-68, K-36). */
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
import { BuyHostname, type Found } from './BuyHostname.tsx';
import classes from './hostnames.module.css';

/** K-36: so long until the next question. */
const PAUSE_MS = 2_000;

/** V-68, M-102: what the registrar does not sell. */
const INVALID: AlertOptions = {
  title: 'Dominio invalido um erro!',
  text: 'O registrador não vende este nome. Tente outro.',
};

export function SearchHostname({ isAdmin }: { isAdmin: boolean }) {
  const [name, setName] = useState('');
  const [extension, setExtension] = useState<string>('.click');
  const [error, setError] = useState<string>();
  const [found, setFound] = useState<Found>();
  const [isResting, setResting] = useState(false);
  const verify = useVerify(name, extension, setFound);
  const search = (event: FormEvent) => {
    event.preventDefault();
    if (name === '') return setError('Preencha os campos corretamente!');
    setResting(true);
    setTimeout(() => setResting(false), PAUSE_MS);
    verify.mutate({ body: { domains: hostnameExtensions.map((one) => name + one) } });
  };
  return (
    <Panel className={classes.search} label="Comprar um DNS só seu">
      <form onSubmit={search} noValidate>
        <TextField
          label="Comprar um DNS só seu"
          mono
          autoComplete="off"
          spellCheck={false}
          placeholder="nome, só letras e números"
          maxLength={63}
          value={name}
          error={error}
          onChange={({ currentTarget }) => {
            setName(currentTarget.value.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
            setError(undefined);
          }}
        />
        <Select
          size="md"
          aria-label="Extensão"
          data={[...hostnameExtensions]}
          value={extension}
          allowDeselect={false}
          onChange={(chosen) => setExtension(chosen ?? '.click')}
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
      {found && (
        <BuyHostname
          found={found}
          isAdmin={isAdmin}
          onBought={() => {
            setFound(undefined);
            setName('');
          }}
          onClose={() => setFound(undefined)}
        />
      )}
    </Panel>
  );
}

/** The offers in all extensions, unless the one that was asked for is not sold. */
function useVerify(name: string, extension: string, onFound: (found: Found) => void) {
  const alert = useAlertDialog();
  const domain = name + extension;
  return useAction(verifyHostnames, {
    onSuccess: ({ reply: { available, unavailable, invalid } }) => {
      if (invalid.includes(domain)) void alert(INVALID);
      else onFound({ name, available: available.toSorted(byChosen(domain)), unavailable });
    },
    onError: (refusal: ApiError) => void alert(refusalAlert(refusal)),
  });
}

/** The extension that was asked for stands first. */
const byChosen = (domain: string) => (a: HostnameOffer, b: HostnameOffer) =>
  Number(b.domain === domain) - Number(a.domain === domain);
