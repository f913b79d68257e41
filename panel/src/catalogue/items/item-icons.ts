import { IconDeviceTv, IconMovie, IconPlayerPlay, IconVideo } from '@tabler/icons-react';

export const kindIcons = {
  live: IconDeviceTv,
  film: IconMovie,
  episode: IconPlayerPlay,
  series: IconVideo,
} as const;
