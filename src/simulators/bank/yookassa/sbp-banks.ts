/** Members of the fast payment system as `GET /v3/sbp_banks` lists them: NSPK member id, name, BIC. */
export const sbpBanks = [
  { bank_id: '100000000111', name: 'Сбербанк', bic: '044525225' },
  { bank_id: '100000000004', name: 'Т-Банк', bic: '044525974' },
  { bank_id: '100000000005', name: 'ВТБ', bic: '044525187' },
  { bank_id: '100000000008', name: 'Альфа-Банк', bic: '044525593' },
  { bank_id: '100000000001', name: 'Газпромбанк', bic: '044525823' },
  { bank_id: '100000000007', name: 'Райффайзенбанк', bic: '044525700' },
  { bank_id: '100000000010', name: 'Промсвязьбанк', bic: '044525555' },
  { bank_id: '100000000015', name: 'Банк Открытие', bic: '044525985' },
  { bank_id: '100000000020', name: 'Россельхозбанк', bic: '044525111' },
  { bank_id: '100000000013', name: 'Совкомбанк', bic: '043469743' },
  { bank_id: '100000000025', name: 'МКБ', bic: '044525659' },
  { bank_id: '100000000150', name: 'Яндекс Банк', bic: '044525677' },
]
