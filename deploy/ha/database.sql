-- Once, on the primary: psql -h /var/run/postgresql -U postgres -f database.sql
create role ramal_app nologin;
create role ramal login password 'CHANGE-ME-ramal';
grant ramal_app to ramal;
create database ramal owner ramal encoding 'UTF8' template template0;
