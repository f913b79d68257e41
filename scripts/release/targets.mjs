/**
 * Systems for which a release is built. npm can install the optional packages of every system on
 * any of them.
 */
export const TARGETS = {
  'linux-x64': { cpu: 'x64', debian: 'amd64' },
  'linux-arm64': { cpu: 'arm64', debian: 'arm64' },
};

export const ownTarget = `${process.platform}-${process.arch}`;
