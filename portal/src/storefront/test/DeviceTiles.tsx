import {
  type StorefrontDevice,
  storefrontDeviceLabels,
  storefrontDevices,
} from '@ramal/contract/storefront/devices';
import { useId } from 'react';
import { Choice } from '../../ui/Choice.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { deviceIcons } from '../device-icons.ts';
import pageClasses from '../../portal.module.css';
import classes from './DeviceTiles.module.css';

interface DeviceTilesProps {
  label: string;
  chosen: StorefrontDevice | undefined;
  /** True to show rare devices too. Otherwise a rare device is shown only while it is chosen. */
  isWhole?: boolean;
  error?: string | undefined;
  onChoose: (device: StorefrontDevice) => void;
}

/** Devices as tiles. */
export function DeviceTiles({ label, chosen, isWhole = false, error, onChoose }: DeviceTilesProps) {
  const id = useId();
  const devices = storefrontDevices.filter(
    (device) => isWhole || device !== 'roku' || device === chosen,
  );
  return (
    <fieldset
      className={classes.root}
      aria-describedby={error && `${id}-error`}
      data-invalid={error !== undefined}
    >
      <legend className={pageClasses.label}>{label}</legend>
      <div className={classes.tiles}>
        {devices.map((device) => (
          <Choice
            key={device}
            name={`device-${id}`}
            isChosen={device === chosen}
            onChoose={() => onChoose(device)}
            isTile
          >
            <Icon path={deviceIcons[device]} em={1.75} />
            {storefrontDeviceLabels[device]}
          </Choice>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className={pageClasses.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
