/** The frame has a net mark and no tare. */
export const NET_IS_REFUSED =
  'Нетто в нём названо, а тара нет: с нажатой клавишей тары вес не принимается. Заданная единица должна быть той, что в кадре.'
/** The frame has no flag at all. */
export const NET_IS_UNSEEN =
  'здесь не видно ни нетто, ни перегрузки, ни движения, и нетто примут за брутто. Запретите клавишу тары.'
