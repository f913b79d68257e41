import { text } from '../api/fields.ts';

/** Name of an uploaded picture, as the upload returns it. */
export const pictureName = (label: string) =>
  text(label, 40)
    .regex(/^[\w-]{24}$/, {
      error:
        'Escolha a imagem de novo: o campo leva o código que o envio devolve, como a1B2c3D4e5F6g7H8i9J0k1L2.',
    })
    .nullish();
