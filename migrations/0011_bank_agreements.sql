-- Asked for when raw card numbers are switched on (payments.md 9).
ALTER TABLE bank_config ADD COLUMN pci_certificate text;
