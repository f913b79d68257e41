import { type RefObject, useEffect, useState } from 'react';

export interface MediaState {
  readonly paused: boolean;
  readonly muted: boolean;
  readonly seconds: number;
}

const events = ['play', 'pause', 'timeupdate', 'seeking', 'volumechange', 'emptied'] as const;

interface Media {
  readonly media: MediaState;
  readonly seek: (seconds: number) => void;
}

/** Returns the state of the video element, and updates it when the element reports a change. */
export function useMediaState(video: RefObject<HTMLVideoElement | null>): Media {
  const [state, setState] = useState<MediaState>({ paused: true, muted: false, seconds: 0 });
  useEffect(() => {
    const element = video.current;
    if (!element) return undefined;
    const controller = new AbortController();
    const read = () =>
      setState({ paused: element.paused, muted: element.muted, seconds: element.currentTime });
    for (const event of events)
      element.addEventListener(event, read, { signal: controller.signal });
    read();
    return () => controller.abort();
  }, [video]);
  // Stores the new position before the element reports it. Otherwise React would first restore the
  // former position of the slider.
  const seek = (seconds: number) => {
    setState((before) => ({ ...before, seconds: Math.max(0, seconds) }));
    seekTo(video.current, seconds);
  };
  return { media: state, seek };
}

function seekTo(element: HTMLVideoElement | null, seconds: number): void {
  if (element) element.currentTime = Math.max(0, seconds);
}
