/**
 * Meus limites: limits of the signed-in account and the accounts that set them. Empty without
 * limits.
 */
import { byWhom, getLimits, limitNames } from '@ramal/contract/resellers/limits';
import { IconGauge } from '@tabler/icons-react';
import { useCall } from '../foundation/api/query.ts';
import { useProfile } from '../sessions/profile.ts';
import { Panel } from '../ui/layout/Panel.tsx';
import { usedText } from './limit-form.ts';
import { limitText, limitTexts } from './limit-texts.ts';
import classes from './OwnLimits.module.css';

export function OwnLimits() {
  const me = useProfile().data;
  const sells = me !== undefined && me.profile !== 'admin';
  const limits = useCall(getLimits, { params: { id: me?.id ?? 0 } }, { enabled: sells }).data;
  const limited = limitNames.filter((name) => limits && limits.effective[name] !== null);
  if (!limits || limited.length === 0) return null;
  return (
    <Panel className={classes.root}>
      <h2>
        <IconGauge size={20} stroke={1.75} aria-hidden />
        Meus limites
      </h2>
      <dl>
        {limited.map((name) => {
          const { name: title, icon: LimitIcon } = limitTexts[name];
          return (
            <div key={name}>
              <dt>
                <LimitIcon size={18} stroke={1.75} aria-hidden />
                <span>
                  {title}
                  <small>definido {byWhom(limits.effectiveFrom[name])}</small>
                </span>
              </dt>
              <dd>
                <b>{limitText(name, limits.effective[name]!)}</b>
                <small>{usedText(name, limits)}</small>
              </dd>
            </div>
          );
        })}
      </dl>
    </Panel>
  );
}
