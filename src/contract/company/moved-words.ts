/** What its people and super administrators read where a company was before it moved. */
export const movedWords = (to: string) =>
  `Компания переехала в другую установку и работает там (${to})`
