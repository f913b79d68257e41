/** Systems with a release. npm installs the optional packages of each on any of them. */
export const TARGETS = {
  'linux-x64': { cpu: 'x64', debian: 'amd64' },
  'linux-arm64': { cpu: 'arm64', debian: 'arm64' },
};

/** The target of this machine. */
export const ownTarget = `${process.platform}-${process.arch}`;
