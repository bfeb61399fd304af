/** Names of columns that banks use, without accents and punctuation: parties, texts, states and ids. */

export const partyNames = {
  counterpartyName: `beguenstigter zahlungspflichtiger, begunstigter zahlungspflichtiger,
    name zahlungsbeteiligter, zahlungsbeteiligter, auftraggeber begunstigter, auftraggeber beguenstigter,
    auftraggeber empfanger, auftraggeber zahlungsempfanger, empfanger auftraggeber, name,
    counterparty, counterparty name, counter party, naam tegenpartij, tegenpartij, naam omschrijving, naam,
    tegenrekening naam, name tegenpartij, partner name, partner, partnername, partner neve, partnerneve, name des partners, contrepartie,
    nom de la contrepartie, nom contrepartie, tiers, nom du tiers, merchant, merchant name, merchant description, handler, handlername,
    handelaar, commercant, esercente, comercio, comerciante, brugssted, nazev protiuctu, jmeno protiuctu, nazev obchodnika,
    counteraccount name, counter account name, counterparty account name, name of counterparty, other party, other party name,
    kontrahent, dane kontrahenta, nazwa kontrahenta, nadawca odbiorca, odbiorca nadawca, nazwa odbiorcy nadawcy,
    saaja maksaja, maksaja saaja, nimi, vastapuoli, motpart, namn, modpart, navn, nome, nombre, nom, contraparte,
    controparte, nome da contraparte, ordenante beneficiario, beneficiario ordenante, mottagare avsandare,
    avsandare mottagare, to from, from to, payer payee, payee payer, payer payee name, sender recipient, name of sender receiver, sender receiver, op name, gegenpartei, gegenpartij,
    zahlungspartner, name gegenkonto, gegenkonto name, geschaftspartner, customer, kunde, kundenname, customer name,
    naam rekeninghouder tegenpartij, benefactor, toegeschreven naam, vendor, supplier, name of payee payer`,
  /** Who paid. */
  payerName: `zahlungspflichtiger, zahlungspflichtige r, zahlungspflichtige, auftraggeber, auftraggebername, payer, payer name,
    sender, sender name, from, from name, ordenante, ordinante, nadawca, nazwa nadawcy, source name, avsandare,
    avsender, afsender, maksaja, absender, emetteur, donneur d ordre, opdrachtgever, von, remitter, ordenador, debtor,
    debtor name`,
  /** Who was paid. */
  payeeName: `payee, payee name, zahlungsempfanger, zahlungsempfanger in, empfanger, empfangername, zahlungsempfangername, begunstigter, beneficiary,
    beneficiary name, recipient, recipient name, to, to name, beneficiario, beneficiaire, destinatario, destinataire,
    odbiorca, nazwa odbiorcy, target name, mottagare, mottaker, modtager, saaja, saajan nimi, begunstigde, ontvanger, naar, an, creditor, creditor name`,
  counterpartyIban: `iban zahlungsbeteiligter, iban tegenpartij, counterparty iban, tegenrekening,
    tegenrekening iban bban, iban contrepartie, compte contrepartie, partner iban, iban des partners, gegenkonto,
    gegenkonto iban, iban gegenkonto, gegenkontonummer, counterparty account, counterparty account number, counter account,
    counter account number, account number counterparty, counteraccount, rekeningnummer tegenpartij, cislo protiuctu, protiucet, konto kontrahenta,
    rachunek kontrahenta, numer rachunku kontrahenta, numer konta kontrahenta, nr rachunku kontrahenta, partner szamlaszama, partner account number,
    partner account iban, tegenrekeningnummer, other account, other party account number, cuenta destino, cuenta contraparte, conto controparte, iban controparte,
    motkonto, modkonto, saajan tilinumero, vastatili, iban kontonummer, kontonummer iban, iban des auftraggebers empfangers,
    kontonummer des auftraggebers empfangers, iban beneficiary, beneficiary account, beneficiary iban, iban empfanger, to account,
    payee account number, iban zahlungsempfanger, iban des zahlungsempfangers, empfanger iban, payee iban`,
  /** An account, and only the content shows whose. */
  someAccount:
    'kontonr, kontonummer, iban, konto, account number, account, account no, kontonr, bankverbindung, konto nr, rekeningnr, numer konta, numer rachunku, tilinumero, kontonummer oder iban',
  ownAccount: `auftragskonto, iban auftragskonto, auftraggeberkonto, iban auftraggeberkonto, rekening, rekeningnummer, own iban, iban bban, account iban, own account,
    own account number, cuenta, compte, compte n, numero de compte, no de compte, iban kontoinhaber, cislo uctu, ucet, szamlaszam,
    bezeichnung auftragskonto, source account, iban rekening, iban du compte, numero conto, conto, conta, numero conta, eigenes konto,
    account id, accountid, your account, kontobezeichnung, rekeningnaam, eigen rekening, moj rachunek, rachunek, rachunek zrodlowy, tili, account type,
    account name, kontoname, konto nummer, iban rekeningnummer, numer rachunku klienta, from account, kontosaldo konto, wallet, portemonnaie`,
  /** The holder of the account or the card. */
  ownName: `kontoinhaber, inhaber, name kontoinhaber, cardholder, cardholder name, card holder, kaarthouder, name on card,
    nazev uctu, szamla neve, account owner, account holder, umsatz getatigt von, card member, cardmember, karteninhaber,
    titulaire, titulaire du compte, titular, intestatario, kontohaver, kontoeier, kortholder, kortinnehavare, posiadacz, uzytkownik karty, spender, user, employee, naam rekeninghouder, created by, person`,
} as const

export const textNames = {
  side: `soll haben, s h, sh, soll haben kennzeichen, s h kennzeichen, af bij, bij af, debit credit, debit or credit, d c, dc, c d, cd, cr dr, dr cr, credit debit,
    credit debit indicator, debit credit indicator, debet credit, debet kredit, sens, sens de l operation, mutatiesoort af bij, kennzeichen, bevetel kiadas, direction,
    richtung, in out, signe, znak, strona, dr, cr, transaction direction, debit credit code, creditdebit, inflow outflow, flow, money direction, umsatzrichtung`,
  currency: `wahrung, waehrung, currency, valutacode, whrg, whg, currency code, devise, munt, muntsoort, valuta, divisa, moneda, moeda, waluta, ccy, mena,
    mena uctu, devizanem, valuutta, buchungswahrung, account currency, iso currency code, kontowahrung, betrag wahrung, cur, curr,
    billing currency, settlement currency, valutakod, munteenheid, devise du compte, settled currency, tranzakcio devizaneme, valuta code, wahrungscode, amount currency,
    abrechnungswahrung, valutamarke, wahrung des kontos, transaction currency, waluta rachunku, mena castky, source currency`,
  originalCurrency: `transaction currency, customer facing currency, originalwahrung, original currency, fremdwahrung, foreign currency, local currency, oorspr munt,
    oorspronkelijke munt, puvodni mena, type foreign currency, eredeti devizanem, devise d origine, devise origine, divisa original, divisa originale,
    ursprungsvaluta, merchant currency, transaktionswahrung, spend currency, mena transakce, unofficial currency code, exchange currency, target currency, exchange to currency, waluta oryginalna, valuta originale, native currency`,
  status:
    'status, info, state, statut, stato, estado, tila, pending, buchungsstatus, umsatzstatus, transaction status, statuss, stav transakce, status transakcji, booking status, is pending, situacao',
  /** The bank's label for the kind of entry. */
  type: `umsatzart, betalingstype, vorgang, vorgangsart, transaktionstyp, transaktionsart, type, typ, transaction type, transactiontype, mutatiesoort, transaction, art, tipo, causale, causale abi,
    tranzakcio tipusa, typ transakce, typ operacji, rodzaj transakcji, rodzaj operacji, payment type, payment method, type of transaction,
    buchungsart, buchungstyp, geschaftsvorfall, transactietype, transactiesoort, soort, type d operation, type operation, type de transaction, nature de l operation, tipo movimiento, tipo de movimiento, tipo operazione,
    tipo di operazione, tipo operacao, transaktionstype, transaksjonstype, tapahtumalaji, laji, kategorie transakce, polozka, item, operation type, typ pohybu, bewegungsart, zahlungsart, tran type, trans type, transaction method, verrichting, movement type, undertype, action, activity type, event type, typ obratu`,
  /** The text of an entry; with a better column for the kind or the purpose, it is the other one. */
  text: `buchungstext, description, label, tittel, narration, beschrijving, libelles, beschreibung, omschrijving, libelle, libelle operation, libelle simplifie, libelle court, concepto, text, tekst, texte, narrative,
    transaction description, transaktionsbeschreibung, bezeichnung, opis, opis operacji, opis transakcji, beskrivelse, beskrivning, descrizione, descrizione operazione, descricao, descripcion,
    desc, details of transaction, transaction details, transaction detail, transaktion, particulars, movimiento, movimientos, operation, operacion, operazione, operazioni, operacao, selitys, selite, tapahtuma, popis, umsatz text, buchungsdetails, buchungsinformationen, description 1,
    libelle de l operation, intitule, popis transakce, leiras, forklaring, libelle complet, transaktioner, rubrik, posting text, description1, merchant details, descripcion del movimiento`,
  purpose: `verwendungszweck, zahlungsreferenz, reference, references, payment reference, communication, communications, mededeling, mededelingen,
    details, detail, memo, ref, referens, referanse, referencia, referentie, omschrijving 1, omschrijving 2, omschrijving 3, omschrijving 4, omschrijving 5, omschrijving 6, notes, note, tytul, tytul operacji, tytulem, betreff, message, messages,
    zprava, zprava pro prijemce, zprava pro me, message for payee, message for me, message to self, kozlemeny, reszletek, information, informations, informations complementaires, information complementaire, observaciones, motivo, detalhes,
    specifikation, meddelande, meddelelse, melding, kid, viesti, viite, additional info, additional information, additional details, bank description, bank desc, original description, more details, more information, informacje, remarks, remark, remittance information, remittance info,
    purpose, zweck, zahlungszweck, zahlungsgrund, dettagli, dettaglio, upresneni, transaction remarks, vwz, buchungshinweis, zusatzinformation, zusatzinfos, zusatztext, transaktionsbeschreibung zusatz, avisierungstext, avistext, toelichting, extra info, notiz, notizen, bemerkung, kommentar, kommentare, comment, comments, bericht, betalingskenmerk,
    gestructureerde mededeling, vrije mededeling, communication structuree, communication libre, structured communication, free communication, unstructured communication, motif, objet, poznamka, klientska poznamka, client note, variabilni symbol, variabilni symbol 1, variable symbol, variable symbol 1, vs, ks, ss, konstantni symbol, constant symbol, specificky symbol, specific symbol, reference platby,
    libelle detaille, libelle complementaire, libelle 2, libelle interne, complement, description 2, description 3, description2, description3, description 4, beschreibung 1, beschreibung1, beschreibung 2, beschreibung2, beschreibung 3, beschreibung3, fussnoten, descrizione estesa, descrizione completa, description detaillee, concepto ampliado, mas informacion, mas datos, detalle, referencia 1, referencia 2, complemento, osszegzes, megjegyzes, informacja dodatkowa, szczegoly, opis dodatkowy, transaction ref, narrative 2, narrative 1, own reference, eigen kenmerk, kenmerk, egen referens, egna noteringar, subject, item title, artikelbezeichnung, hinweis, betalingsreference, reference beneficiaire, tilbageforsel, ytterligare information, ref nr tekst, verwendungszweck 1, creditor reference, structured reference, maksun viite, viitenumero, anotacoes, grund, reason, reason for payment, title, titel, otsikko, name of transaction`,
  bankReference: `transaction id, transactionid, transactie id, bank reference, referenz, id, fitid, volgnr, buchungsreferenz, transaction reference, transaction reference number, transaction number, transaction no, reference number, reference no,
    id transakce, id pohybu, id operace, referencni cislo transakce, megbizas azonosito, transactiereferentie, archive id, arkistointitunnus, numer referencyjny, numer referencyjny transakcji, trans id, txn id, tx id, uuid, unique id, entry reference, entry id, bankreferenz, banking reference, numero operation, numero de operacion, num operacion, n operacion, numero operazione, transaktions id, transaktionscode, transaktionsnr, transaktions nr, verifikationsnummer, arkivref, arkivreferanse, transferwise id, cislo transakce, balance transaction id, referenznummer, identificador, payment id, tx hash`,
  endToEndId:
    'kundenreferenz end to end, end to end reference, end to end referenz, end to end id, endtoendid, endtoend, end to end, e2e, ende zu ende referenz, kundenreferenz, end2end',
  /** Nothing for an entry. */
  ignored: `product, produkt, category, kategorie, categorie, categoria, kategori, kategoria, rubrik kategorie, hauptkategorie, unterkategorie, subcategory, sub category, parent category, sous categorie, category parent, tags, tag names, labels, emoji, address, adresse, adres, adres tegenpartij, adresa, location, locatie, ort, city, town, stadt, ville, town city, country, land, pays, kraj, landercode, landerkennzeichen, postcode, zip, zip code, state province, mcc, mcc code, merchant category, merchant category code, sic code,
    card number, card no, kartennummer, card, karte, kaartnummer, kredietkaart, kartyaszam, cislo karty, numero carte, num carte, kortnummer, numer karty, last four digits, last 4, card last 4, account last 4, blz, bankleitzahl, bankleitzahl auftraggeberkonto, bic, bic tegenpartij, bic swift code, swift, bank code, sort code, routing number, bic code, kontoart, bic bankleitzahl, bank, bankname, bank name, name der bank, nazev banky, kod banky, nazwa banku, provedl, id pokynu,
    glaubiger id, glaeubiger id, glaubiger identifikation, creditor id, incassant id, mandatsreferenz, machtigingskenmerk, mandate reference, mandate id, creditor identifier, mandat, sammlerreferenz, lastschrift ursprungsbetrag, auslagenersatz rucklastschrift, batch id, code, codes, rubrieknaam, gl code, receipt, receipt id, website, logo url, url, timezone, time zone, time, uhrzeit, heure, hora, tid, cas, zeit, godzina, pending transaction id, authorized datetime, check number, cheque number, check no, cheque no, checknum, slip number, numero cheque, rating, line, row, no, nr, number, nummer, lp, afschriftnummer, statement number, auszug, auszugsnummer, kontoauszug, laufende nummer, n, naam uiteindelijke partij, naam initierende partij, bic des partners, gebuhrenschlussel, abrechnungskennzeichen, land des handlers, steuerrelevant, wiederkehrend, vertrag, transaction code, transactiecode, sort, kontotyp, umsatz kategorie, steuer kategorie, fixkosten, uwagi kategoria, storno, cancellation, duvod neprovedeni, reason for non execution, reden retour, cardholder code, card type, batch, terminal, terminal id, merchant id, source, quelle, quittung, beleg, anhang, attachment, attachments, attachment name, invoice number, split, name des kategorie, hash, checksum, version, language, region, timezone offset, wallet id, payment channel, custom, kostenstelle, spesenkategorie, merchant city, merchant country, merchant state, merchant zip, merchant postcode, ort des handlers, handler land, exported, group`,
} as const
