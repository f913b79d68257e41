/**
 * Placeholder while the calls of the overview are running. The boxes have the same heights as the
 * cards.
 */
import { Skeleton, Stack } from '@mantine/core';
import { useIsPhone } from '../../foundation/viewport.ts';
import classes from './Overview.module.css';

const desktop = [226, 226, 106, 370, 370];
const phone = [190, 190, 322, 262, 340];

export function OverviewSkeleton() {
  const isPhone = useIsPhone();
  const [revenue, forecast, figures, months, costs] = isPhone ? phone : desktop;
  return (
    <Stack gap="2xl" aria-busy role="status" aria-label="Carregando os números">
      <div className={classes.wide}>
        <Skeleton height={revenue} radius={12} />
        <Skeleton height={forecast} radius={12} />
      </div>
      <Skeleton height={figures} radius={12} />
      <div className={classes.wide}>
        <Skeleton height={months} radius={12} />
        <Skeleton height={costs} radius={12} />
      </div>
    </Stack>
  );
}
