/**
 * Plays the current item in a video element: a channel through hls.js, and a film directly.
 * Browsers with native HLS would request a rejected channel again and again without an error. With
 * hls.js the customer sees why playback has ended.
 */
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Item, Programme } from './xtream.ts';

const CUT = 'A exibição foi encerrada: a assinatura está em uso em outra tela ou deixou de valer.';
const OFF_AIR = 'Não deu para exibir agora. O sinal pode estar fora do ar.';
const UNKNOWN = 'Este navegador não consegue exibir este formato.';
const SCREENS = 'Outra tela está usando sua linha.';
const NOT_OPENED = 'Este programa não abriu. Tente outro ou volte ao vivo.';

export interface Playing {
  readonly key: string;
  readonly title: string;
  readonly url: string;
  /** Channel that plays. Undefined for a film or an episode, which is a single file. */
  readonly channel?: Item;
  /** Programme from the archive. Undefined for a live channel. */
  readonly programme?: Programme;
  /** Position in the programme at which playback begins, in seconds. */
  readonly startSeconds?: number;
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
    const controller = new AbortController();
    const fail = (text: string) => {
      if (!controller.signal.aborted) setFailed({ key, text });
    };
    setFailed(undefined);
    if (playing.channel) void playHls(element, playing, controller.signal, fail);
    else playFile(element, playing, controller.signal, fail);
    return () => {
      controller.abort();
      element.removeAttribute('src');
      element.load();
    };
  }, [playing, turn]);

  const current = failed?.key === playing?.key ? failed : undefined;
  return { video, failure: current?.text, retry: () => setTurn((before) => before + 1) };
}

function playFile(
  element: HTMLVideoElement,
  { url, programme, startSeconds = 0 }: Playing,
  signal: AbortSignal,
  fail: (text: string) => void,
): void {
  element.src = url;
  const failed = () => fail(programme ? NOT_OPENED : describeFileFailure(element));
  element.addEventListener('error', failed, { signal });
  if (startSeconds > 0) element.currentTime = startSeconds;
  element.play().catch(() => undefined);
}

const describeFileFailure = (element: HTMLVideoElement): string =>
  element.error?.code === MediaError.MEDIA_ERR_NETWORK
    ? CUT
    : element.currentTime > 0
      ? OFF_AIR
      : UNKNOWN;

const REFUSED = new Set([401, 403, 404]);

async function playHls(
  element: HTMLVideoElement,
  playing: Playing,
  signal: AbortSignal,
  fail: (text: string) => void,
): Promise<void> {
  const { default: Hls } = await import('hls.js');
  if (signal.aborted) return;
  // Plays the address directly if hls.js is not supported, as on older phones. The browser may play
  // HLS itself.
  if (!Hls.isSupported()) return playFile(element, playing, signal, fail);
  const unavailable = playing.programme ? NOT_OPENED : OFF_AIR;
  const end = (text: string) => {
    hls.destroy();
    fail(text);
  };
  const hls = new Hls({
    // Disables the worker, because the content security policy forbids workers that are created
    // from text.
    enableWorker: false,
    liveSyncDurationCount: 3,
    // Sets the start of a programme explicitly. A running programme has no end yet, and hls.js
    // would start it at its newest segment.
    startPosition: playing.programme ? (playing.startSeconds ?? 0) : -1,
    // Ends playback after a rejected request. hls.js does not treat a rejected playlist as an error
    // and requests it again and again. It treats a rejected segment as a failed source. In both
    // cases the viewing has ended.
    xhrSetup: (request) =>
      request.addEventListener('loadend', () => {
        const { status, responseURL } = request;
        const reason = status >= 400 ? request.getResponseHeader('x-refusal-reason') : null;
        if (reason === 'screens') return end(SCREENS);
        const isList = responseURL.endsWith('.m3u8');
        if (status !== 403 && !(isList && (REFUSED.has(status) || reason))) return;
        end(status === 403 && element.currentTime > 0 ? CUT : unavailable);
      }),
  });
  signal.addEventListener('abort', () => hls.destroy());
  hls.on(Hls.Events.ERROR, (_event, error) => {
    if (!error.fatal) return;
    if (error.type === Hls.ErrorTypes.MEDIA_ERROR) return hls.recoverMediaError();
    end(unavailable);
  });
  hls.loadSource(playing.url);
  hls.attachMedia(element);
  element.play().catch(() => undefined);
}
