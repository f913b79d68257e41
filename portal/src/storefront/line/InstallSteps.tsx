import type { StorefrontDevice } from '@ramal/contract/storefront/devices';
import { useState } from 'react';
import type { Credentials } from '../api.ts';
import { type InstallStep, installationSteps } from './install-steps.ts';
import classes from './InstallSteps.module.css';
import pageClasses from '../../portal.module.css';

interface InstallStepsProps {
  device: StorefrontDevice;
  credentials: Credentials;
  hasAddress: boolean;
  onOtherDevice: () => void;
}

/** Steps that bring the line to the customer's device. */
export function InstallSteps(props: InstallStepsProps) {
  const { device, credentials, hasAddress, onOtherDevice } = props;
  const { heading, steps, other } = installationSteps(device, credentials, hasAddress);
  const [isOther, setIsOther] = useState(false);
  const shown = isOther && other ? other.steps : steps;
  return (
    <section className={`${pageClasses.card} ${classes.root}`} aria-labelledby="install">
      <div className={classes.head}>
        <h2 id="install">{heading}</h2>
        <button type="button" className={pageClasses.textAct} onClick={onOtherDevice}>
          Trocar aparelho
        </button>
      </div>
      <ol className={classes.steps}>
        {shown.map((step, index) => (
          <li key={step.title}>
            <i className={classes.number} aria-hidden>
              {index + 1}
            </i>
            <div className={classes.text}>
              <Title step={step} />
              <p className={classes.hint}>
                {step.hint}
                {step.app && other && (
                  <>
                    {' '}
                    {isOther ? 'Prefere o outro?' : 'Não apareceu?'}{' '}
                    <button
                      type="button"
                      className={`${pageClasses.textAct} ${classes.inline}`}
                      onClick={() => setIsOther(!isOther)}
                    >
                      Use o {isOther ? steps.find(({ app }) => app)?.app : other.name}
                    </button>
                  </>
                )}
              </p>
              {step.address && <code className={classes.address}>{step.address}</code>}
              {step.link && (
                <a
                  className={pageClasses.textAct}
                  href={step.link.href}
                  target="_blank"
                  rel="noreferrer"
                >
                  {step.link.label}
                </a>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Title({ step: { title, app } }: { step: InstallStep }) {
  const [before, after] = title.split('{app}');
  return (
    <p>
      {before}
      {app && <b>{app}</b>}
      {after}
    </p>
  );
}
