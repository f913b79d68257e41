import {
  type StorefrontDevice,
  storefrontDeviceLabels,
  storefrontDevices,
} from '@ramal/contract/storefront/devices';
import { useId } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import { deviceIcons } from '../device-icons.ts';
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
      <legend className={classes.label}>{label}</legend>
      <div className={classes.tiles}>
        {devices.map((device) => (
          <label key={device} className={classes.tile}>
            <input
              type="radio"
              name={`device-${id}`}
              className={classes.input}
              checked={device === chosen}
              onChange={() => onChoose(device)}
            />
            <Icon path={deviceIcons[device]} em={1.5} />
            <span className={classes.name}>{storefrontDeviceLabels[device]}</span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
