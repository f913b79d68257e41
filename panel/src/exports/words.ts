/** What the documents say when a file could not be made (M-80). */
export const exportFailed = {
  title: 'Erro ao exportar',
  text: 'Não foi possível exportar o arquivo. Tente novamente.',
} as const;
