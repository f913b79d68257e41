import { useBouquets } from '../calls.ts';
import { describeContents } from '../counts.ts';
import { PickMany, type PickManyProps } from './PickMany.tsx';

/** Selects the bouquets of a package, or the bouquets that contain a category. */
export function BouquetPicker(props: Omit<PickManyProps, 'groups' | 'nothing'>) {
  const { data = [], error } = useBouquets();
  const options = data.map(({ id, name, channels, films, series }) => ({
    id,
    name,
    note: describeContents({ live: channels, film: films, series }),
  }));
  return (
    <PickMany
      {...props}
      groups={[{ options }]}
      nothing={
        error
          ? `Não deu para carregar os bouquets: ${error.message}`
          : 'Ainda não há bouquets: crie um primeiro.'
      }
    />
  );
}
