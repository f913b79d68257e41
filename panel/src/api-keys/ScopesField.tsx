/** Permissions of a key: none, read or full access for each group of calls. */
import { type ApiScope, type ScopeGroup, scopeGroups } from '@ramal/contract/api-keys';
import { FieldError } from '../ui/form/fields/FieldError.tsx';
import { Segmented } from '../ui/form/fields/Segmented.tsx';
import { groupWords } from './key-words.ts';
import classes from './ScopesField.module.css';

type ScopeChoice = 'none' | 'read' | 'write';
export type ScopeChoices = Readonly<Record<ScopeGroup, ScopeChoice>>;

export const chosenScopes = (choices: ScopeChoices): ApiScope[] =>
  scopeGroups.flatMap((group) =>
    choices[group] === 'none' ? [] : [`${group}:${choices[group]}` as ApiScope],
  );

const options = [
  { value: 'none', label: 'Nada' },
  { value: 'read', label: 'Ler' },
  { value: 'write', label: 'Ler e agir' },
];

interface ScopesFieldProps {
  readonly value: ScopeChoices;
  readonly error: string | undefined;
  readonly onChange: (value: ScopeChoices) => void;
}

export function ScopesField({ value, error, onChange }: ScopesFieldProps) {
  return (
    <fieldset className={classes.root} aria-invalid={error ? true : undefined}>
      <legend>O que ela pode</legend>
      {scopeGroups.map((group) => (
        <div key={group} className={classes.group}>
          <span>{groupWords[group]}</span>
          <Segmented
            label={groupWords[group]}
            value={value[group]}
            options={options}
            onChange={(choice) => onChange({ ...value, [group]: choice as ScopeChoice })}
          />
        </div>
      ))}
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  );
}
