/**
 * Plays the current item in a video element: a channel through hls.js, a film directly. Browsers
 * with native HLS would request a rejected channel again and again without an error. Here the
 * customer sees why playback ended.
 */
import { type RefObject, useEffect, useRef, useState } from 'react';

const CUT = 'A exibição foi encerrada: a assinatura está em uso em outra tela ou deixou de valer.';
const OFF_AIR = 'Não deu para exibir agora. O sinal pode estar fora do ar.';
const UNKNOWN = 'Este navegador não consegue exibir este formato.';

export interface Playing {
  readonly key: string;
  readonly title: string;
  readonly url: string;
  readonly live: boolean;
  /** Channel whose guide is shown. */
  readonly channelId?: number | undefined;
}

export interface Video {
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly failure: string | undefined;
  readonly retry: () => void;
}

export function useVideo(playing: Playing | undefined): Video {
  const video = useRef<HTMLVideoElement>(null);
  const [failed, setFailed] = useState<{ key: string; text: string }>();
  const [turn, setTurn] = useState(0);

  useEffect(() => {
    const element = video.current;
    if (!element || !playing) return undefined;
    const { key } = playing;
    const over = new AbortController();
    const fail = (text: string) => {
      if (!over.signal.aborted) setFailed({ key, text });
    };
    setFailed(undefined);
    if (playing.live) void playHls(element, playing.url, over.signal, fail);
    else playFile(element, playing.url, over.signal, fail);
    return () => {
      over.abort();
      element.removeAttribute('src');
      element.load();
    };
  }, [playing, turn]);

  const current = failed?.key === playing?.key ? failed : undefined;
  return { video, failure: current?.text, retry: () => setTurn((before) => before + 1) };
}

function playFile(
  element: HTMLVideoElement,
  url: string,
  over: AbortSignal,
  fail: (text: string) => void,
): void {
  element.src = url;
  element.addEventListener('error', () => fail(reasonOf(element)), { signal: over });
  element.play().catch(() => undefined);
}

const reasonOf = (element: HTMLVideoElement): string =>
  element.error?.code === MediaError.MEDIA_ERR_NETWORK
    ? CUT
    : element.currentTime > 0
      ? OFF_AIR
      : UNKNOWN;

const REFUSED = new Set([401, 403, 404]);

async function playHls(
  element: HTMLVideoElement,
  url: string,
  over: AbortSignal,
  fail: (text: string) => void,
): Promise<void> {
  const { default: Hls } = await import('hls.js');
  if (over.aborted) return;
  // If hls.js is not supported, as on older phones, the browser may play HLS natively.
  if (!Hls.isSupported()) return playFile(element, url, over, fail);
  const end = (text: string) => {
    hls.destroy();
    fail(text);
  };
  const hls = new Hls({
    // The content security policy forbids workers that are created from text.
    enableWorker: false,
    liveSyncDurationCount: 3,
    // hls.js does not treat a rejected playlist as an error and requests it again and again. A
    // segment that is rejected before the next playlist counts as a failed source. Both mean that
    // the viewing has ended.
    xhrSetup: (request) =>
      request.addEventListener('loadend', () => {
        const { status, responseURL } = request;
        if (status !== 403 && !(REFUSED.has(status) && responseURL.endsWith('.m3u8'))) return;
        end(element.currentTime > 0 ? CUT : OFF_AIR);
      }),
  });
  over.addEventListener('abort', () => hls.destroy());
  hls.on(Hls.Events.ERROR, (_event, error) => {
    if (!error.fatal) return;
    if (error.type === Hls.ErrorTypes.MEDIA_ERROR) return hls.recoverMediaError();
    end(OFF_AIR);
  });
  hls.loadSource(url);
  hls.attachMedia(element);
  element.play().catch(() => undefined);
}
