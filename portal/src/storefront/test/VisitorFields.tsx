import { lazy, Suspense } from 'react';
import type { Places } from '../use-place.ts';
import { DeviceTiles } from './DeviceTiles.tsx';
import { PhoneField } from './PhoneField.tsx';
import type { VisitorForm } from './use-visitor-form.ts';
import pageClasses from '../../portal.module.css';

const WhichTvSheet = lazy(async () => ({
  default: (await import('./WhichTvSheet.tsx')).WhichTvSheet,
}));

interface VisitorFieldsProps {
  form: VisitorForm;
  /** Hint below the number. */
  hint: string;
  places: Places;
}

/** Number and device of the visitor. */
export const VisitorFields = ({ form, hint, places }: VisitorFieldsProps) => (
  <>
    <PhoneField
      value={form.phone}
      hint={hint}
      error={form.errors.phone}
      isFirst
      onChange={form.setPhone}
    />
    <div>
      <DeviceTiles
        label="Onde você vai assistir"
        chosen={form.device}
        error={form.errors.device}
        onChoose={form.setDevice}
      />
      <button
        type="button"
        className={pageClasses.textAct}
        onClick={() => places.openSheet('which-tv')}
      >
        Não sei qual é a minha TV
      </button>
    </div>
    {places.sheet === 'which-tv' && (
      <Suspense>
        <WhichTvSheet
          onClose={places.back}
          onChoose={(device) => {
            form.setDevice(device);
            places.back();
          }}
        />
      </Suspense>
    )}
  </>
);
