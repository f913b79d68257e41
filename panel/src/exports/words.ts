/** Message for a file that could not be created, as the documents define it (M-80). */
export const exportFailed = {
  title: 'Erro ao exportar',
  text: 'Não foi possível exportar o arquivo. Tente novamente.',
} as const;
