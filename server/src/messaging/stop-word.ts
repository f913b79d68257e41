/** People write the word rather than the command. */
const STOP = /^\s*(\/stop(@\w+)?|\/?(parar|pare|sair))\s*[.!]*\s*$/i;

/** Whether a person says that nothing more is to come. */
export const isStopWord = (text: string): boolean => STOP.test(text);
