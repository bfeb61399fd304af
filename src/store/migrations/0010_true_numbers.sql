-- Bookkeepers change data, but manage neither keys nor people.
alter table memberships drop constraint memberships_role_check;
alter table memberships add constraint memberships_role_check
  check (role in ('owner', 'admin', 'bookkeeper', 'member'));
alter table links drop constraint links_role_check;
alter table links add constraint links_role_check
  check (role in ('owner', 'admin', 'bookkeeper', 'member'));
