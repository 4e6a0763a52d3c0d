BEGIN TRANSACTION;
CREATE TABLE account_deletions (
	account BIGINT NOT NULL, 
	state VARCHAR(8) NOT NULL, 
	at_ms DOUBLE NOT NULL, 
	PRIMARY KEY (account), 
	FOREIGN KEY(account) REFERENCES accounts (id)
);
CREATE TABLE accounts (
	id BIGINT NOT NULL, 
	name VARCHAR(30) NOT NULL, 
	folded VARCHAR(120) NOT NULL, 
	role VARCHAR(12) NOT NULL, 
	password TEXT NOT NULL, 
	guest VARCHAR(64) NOT NULL, 
	disabled BOOLEAN NOT NULL, 
	created_ms DOUBLE NOT NULL, 
	deleted_ms DOUBLE, 
	PRIMARY KEY (id), 
	UNIQUE (folded), 
	UNIQUE (guest)
);
INSERT INTO "accounts" VALUES(1,'Root','root','admin','$argon2id$v=19$m=49152,t=2,p=1$RGT8JpSMsIyqKypgaSN8Dw$6ivaap6xuqhhvq4uqm1Id7q/fszenXc0Eeetf/tyIJM','8f43f8b1ea2373777ae9da0741157ba9d09bbbfae8836f513adfcdabd1f20b34',0,1.79512634604166918948e+12,NULL);
INSERT INTO "accounts" VALUES(2,'Ms Gray','msgray','organiser','$argon2id$v=19$m=49152,t=2,p=1$7CUnij1athv+P/445adeZg$+6eA6bSuJodbVkixSuyxarRkDqP1o5uwhwAYziN7nRc','4edd232e7b9a49a3a42f8eda5ad34b93b580add08196186e362cf81d858b70ff',0,1.79512634616457983395e+12,NULL);
INSERT INTO "accounts" VALUES(3,'Ada','ada','player','$argon2id$v=19$m=49152,t=2,p=1$zAgj1nEeHECBUgs2QJYiNA$YHcmcUckw/PocsQFd1nrZTinmNt6bBZ4wGNPaW9lVMU','e35d01ba2ece2756e0548528e06499cf1065afe816f75afd34a94674de764e2f',0,1.79512634625631347651e+12,NULL);
INSERT INTO "accounts" VALUES(4,'Bob','bob','player','$argon2id$v=19$m=49152,t=2,p=1$jZROklZFOF+BzIHFWurJyQ$IUSFEyNrl8lnzlFJgWXyUO+Ew6CHm7pm5M3wO4uSbfM','eee042a95cc72f5e3384cfa6204ee5754651cde8f3841087fd7042cf97e229a2',0,1.7951263463455461426e+12,NULL);
INSERT INTO "accounts" VALUES(5,'Mallory','mallory','player','$argon2id$v=19$m=49152,t=2,p=1$zumrV9llDs8vrqUM26TsKA$lQKH/f6ig9QrvJxENwG9HkmqPw0JbR/p6j2OgC4oH8Q','c20b571025c3ef4d6783e20eba6cd39f5518c34493cdafae1b80b01b74edaf93',1,1.79512634643537622065e+12,NULL);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0021');
CREATE TABLE audit (
	id INTEGER NOT NULL, 
	at_ms DOUBLE NOT NULL, 
	actor BIGINT, 
	action VARCHAR(40) NOT NULL, 
	subject VARCHAR(80) NOT NULL, 
	detail TEXT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "audit" VALUES(1,1.79512634572139282221e+12,NULL,'admin.link','server','{}');
INSERT INTO "audit" VALUES(2,1.79512634604168774409e+12,1,'account.register','account:1','{"name":"Root","role":"player","code":null}');
INSERT INTO "audit" VALUES(3,1.79512634605128735352e+12,1,'account.role','account:1','{"name":"Root","from":"player","to":"admin"}');
INSERT INTO "audit" VALUES(4,1.79512634607066162107e+12,1,'invite.make','invite:teachers','{"label":"teachers","role":"organiser","uses":2,"days":30}');
INSERT INTO "audit" VALUES(5,1.79512634616460449218e+12,2,'account.register','account:2','{"name":"Ms Gray","role":"organiser","code":"teachers"}');
INSERT INTO "audit" VALUES(6,1.79512634617212402349e+12,2,'invite.make','invite:class 4b','{"label":"class 4b","role":"player","uses":30,"days":30}');
INSERT INTO "audit" VALUES(7,1795126346256.33,3,'account.register','account:3','{"name":"Ada","role":"player","code":null}');
INSERT INTO "audit" VALUES(8,1.79512634634556616205e+12,4,'account.register','account:4','{"name":"Bob","role":"player","code":null}');
INSERT INTO "audit" VALUES(9,1.79512634643539648439e+12,5,'account.register','account:5','{"name":"Mallory","role":"player","code":null}');
INSERT INTO "audit" VALUES(10,1.79512634644424560548e+12,1,'account.disable','account:5','{"name":"Mallory"}');
INSERT INTO "audit" VALUES(11,1.79512634673664868163e+12,3,'bot.hand_in','bot:k39czdszd3','{"name":"cleo","version":1}');
INSERT INTO "audit" VALUES(12,1.79512634674639013666e+12,4,'bot.hand_in','bot:5u5ferm7bz','{"name":"dora","version":1}');
INSERT INTO "audit" VALUES(13,1.79512634794124072267e+12,2,'contest.create','contest:h4pi6q4eq3','{"name":"By hand"}');
INSERT INTO "audit" VALUES(14,1.79512634794599121096e+12,2,'contest.open','contest:h4pi6q4eq3','{"reason":""}');
INSERT INTO "audit" VALUES(15,1.79512634795106738286e+12,3,'contest.enter','contest:h4pi6q4eq3','{"bot":"cleo"}');
INSERT INTO "audit" VALUES(16,1.79512634795522094729e+12,4,'contest.enter','contest:h4pi6q4eq3','{"bot":"dora"}');
INSERT INTO "audit" VALUES(17,1.79512634796632202143e+12,2,'contest.frozen','contest:h4pi6q4eq3','{"entries":2,"reason":"it is time"}');
INSERT INTO "audit" VALUES(18,1.79512634803864306641e+12,2,'contest.start','contest:h4pi6q4eq3','{"reason":"it is time"}');
INSERT INTO "audit" VALUES(19,1.79512635081041113278e+12,NULL,'contest.over','contest:h4pi6q4eq3','{}');
INSERT INTO "audit" VALUES(20,1.79512635120672802736e+12,2,'contest.change','contest:h4pi6q4eq3','{"published":true,"what":["published"],"reason":""}');
CREATE TABLE blocks (
	account BIGINT NOT NULL, 
	blocked BIGINT NOT NULL, 
	at_ms DOUBLE NOT NULL, 
	PRIMARY KEY (account, blocked), 
	FOREIGN KEY(account) REFERENCES accounts (id), 
	FOREIGN KEY(blocked) REFERENCES accounts (id)
);
CREATE TABLE bot_games (
	number INTEGER NOT NULL, 
	id VARCHAR(16) NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	occasion VARCHAR(24) NOT NULL, 
	place INTEGER NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	first VARCHAR(60) NOT NULL, 
	second VARCHAR(60) NOT NULL, 
	first_version VARCHAR(16) NOT NULL, 
	second_version VARCHAR(16) NOT NULL, 
	names TEXT NOT NULL, 
	winner INTEGER, 
	reason VARCHAR(40) NOT NULL, 
	rated BOOLEAN NOT NULL, 
	verdict TEXT NOT NULL, 
	record TEXT NOT NULL, 
	ended_ms DOUBLE NOT NULL, 
	PRIMARY KEY (number), 
	UNIQUE (id)
);
INSERT INTO "bot_games" VALUES(1,'6vviyti7rg','ladder','3',60,'tank_war','5u5ferm7bz','k39czdszd3','s87pqeeyjd','5r6u3ktr4a','["dora","cleo"]',0,'tanks',1,'','{"game":"tank_war","rules_version":1,"options":{},"clock":"bank:12s","realtime":false,"strikes":0,"start":"053/053/053/053/053/053","number":60,"seed":"9652e276600d4017dbba6799f0309f7e","players":[{"name":"dora","bot":"@s87pqeeyjd","version":1},{"name":"cleo","bot":"@5r6u3ktr4a","version":1}],"steelyard":2,"reported_versions":["",""],"turns":[{"moves":["LA","LB"],"wall_ms":[0.041,0.041],"cpu_ms":[0.194,0.144],"lost_ms":[0.0,0.0]},{"moves":["RA","LC"],"wall_ms":[0.09,3.748],"cpu_ms":[0.214,0.094],"lost_ms":[0.0,0.0]},{"moves":["RB","RC"],"wall_ms":[0.03,3.496],"cpu_ms":[0.069,0.102],"lost_ms":[0.0,0.0]},{"moves":["RC","RB"],"wall_ms":[0.023,0.147],"cpu_ms":[0.047,0.1],"lost_ms":[0.0,0.0]},{"moves":["LC","RA"],"wall_ms":[0.017,0.06],"cpu_ms":[0.037,0.064],"lost_ms":[0.0,0.0]},{"moves":["LB","LA"],"wall_ms":[0.014,0.064],"cpu_ms":[0.028,0.065],"lost_ms":[0.0,0.0]},{"moves":["LA","LB"],"wall_ms":[0.013,0.109],"cpu_ms":[0.034,0.084],"lost_ms":[0.0,0.0]},{"moves":["RA","LC"],"wall_ms":[0.016,0.069],"cpu_ms":[0.035,0.062],"lost_ms":[0.0,0.0]},{"moves":["LA","RC"],"wall_ms":[0.016,0.043],"cpu_ms":[0.028,0.047],"lost_ms":[0.0,0.0]},{"moves":["LB","LA"],"wall_ms":[0.014,0.059],"cpu_ms":[0.025,0.057],"lost_ms":[0.0,0.0]},{"moves":["LB","RA"],"wall_ms":[0.013,0.054],"cpu_ms":[0.0,0.053],"lost_ms":[0.0,0.0]}],"events":[],"outcome":{"winner":0,"reason":"tanks","score":[3,1]},"verdict":null,"hash":"23360e6a1043c07a31ce747400e2fb9ae45e726103576251bb45a8eae08187c8"}
',1.79512634768243432622e+12);
INSERT INTO "bot_games" VALUES(2,'nx3qsf8q8g','ladder','3',61,'tank_war','k39czdszd3','5u5ferm7bz','5r6u3ktr4a','s87pqeeyjd','["cleo","dora"]',NULL,'level',1,'','{"game":"tank_war","rules_version":1,"options":{},"clock":"bank:12s","realtime":false,"strikes":0,"start":"053/053/053/053/053/053","number":61,"seed":"50d3cb8a79dc32f047ea07342741d074","players":[{"name":"cleo","bot":"@5r6u3ktr4a","version":1},{"name":"dora","bot":"@s87pqeeyjd","version":1}],"steelyard":2,"reported_versions":["",""],"turns":[{"moves":["RC","RB"],"wall_ms":[0.023,0.023],"cpu_ms":[0.268,0.237],"lost_ms":[0.0,0.0]},{"moves":["RB","RC"],"wall_ms":[0.028,0.028],"cpu_ms":[0.045,0.029],"lost_ms":[0.0,0.0]},{"moves":["RA","LC"],"wall_ms":[0.014,0.014],"cpu_ms":[0.041,0.025],"lost_ms":[0.0,0.0]},{"moves":["LA","LB"],"wall_ms":[0.012,0.012],"cpu_ms":[0.0,0.022],"lost_ms":[0.0,0.0]},{"moves":["LB","LA"],"wall_ms":[0.011,0.011],"cpu_ms":[0.083,0.021],"lost_ms":[0.0,0.0]},{"moves":["LC","RA"],"wall_ms":[0.011,0.011],"cpu_ms":[0.0,0.02],"lost_ms":[0.0,0.0]},{"moves":["RC","RB"],"wall_ms":[0.011,0.011],"cpu_ms":[0.094,0.024],"lost_ms":[0.0,0.0]},{"moves":["RA","RC"],"wall_ms":[0.041,0.041],"cpu_ms":[0.016,0.024],"lost_ms":[0.0,0.0]},{"moves":["LB","LA"],"wall_ms":[0.012,0.012],"cpu_ms":[0.083,0.022],"lost_ms":[0.0,0.0]},{"moves":["LA","RA"],"wall_ms":[0.011,0.011],"cpu_ms":[0.0,0.02],"lost_ms":[0.0,0.0]},{"moves":["RB","LB"],"wall_ms":[0.011,0.011],"cpu_ms":[0.039,0.0],"lost_ms":[0.0,0.0]}],"events":[],"outcome":{"winner":null,"reason":"level","score":[18,18]},"verdict":null,"hash":"6d9fefbfef996a871a26e124f16712c38c22835ddb0c651702b165653275fdc2"}
',1.79512634770467700198e+12);
INSERT INTO "bot_games" VALUES(3,'bfx8n674xj','ladder','3',62,'tank_war','5u5ferm7bz','k39czdszd3','s87pqeeyjd','5r6u3ktr4a','["dora","cleo"]',1,'tanks',1,'','{"game":"tank_war","rules_version":1,"options":{},"clock":"bank:12s","realtime":false,"strikes":0,"start":"053/053/053/053/053/053","number":62,"seed":"d4853cbe05ccff1a6344a80d20ac5ee3","players":[{"name":"dora","bot":"@s87pqeeyjd","version":1},{"name":"cleo","bot":"@5r6u3ktr4a","version":1}],"steelyard":2,"reported_versions":["",""],"turns":[{"moves":["LA","LB"],"wall_ms":[0.013,2.597],"cpu_ms":[0.112,0.148],"lost_ms":[0.0,0.0]},{"moves":["RA","LC"],"wall_ms":[0.1,0.1],"cpu_ms":[0.101,0.078],"lost_ms":[0.0,0.0]},{"moves":["RB","RC"],"wall_ms":[0.016,0.054],"cpu_ms":[0.024,0.06],"lost_ms":[0.0,0.0]},{"moves":["RC","RB"],"wall_ms":[0.013,0.046],"cpu_ms":[0.028,0.05],"lost_ms":[0.0,0.0]},{"moves":["LC","RA"],"wall_ms":[0.013,0.044],"cpu_ms":[0.0,0.05],"lost_ms":[0.0,0.0]},{"moves":["LB","LA"],"wall_ms":[0.039,0.039],"cpu_ms":[0.042,0.041],"lost_ms":[0.0,0.0]},{"moves":["LA","LB"],"wall_ms":[0.012,0.044],"cpu_ms":[0.0,0.048],"lost_ms":[0.0,0.0]},{"moves":["RA","LC"],"wall_ms":[0.037,0.037],"cpu_ms":[0.042,0.042],"lost_ms":[0.0,0.0]},{"moves":["RA","RC"],"wall_ms":[0.012,0.045],"cpu_ms":[0.0,0.05],"lost_ms":[0.0,0.0]},{"moves":["LA","RB"],"wall_ms":[0.169,0.169],"cpu_ms":[0.077,0.041],"lost_ms":[0.0,0.0]},{"moves":["LB","RA"],"wall_ms":[0.015,0.04],"cpu_ms":[0.023,0.042],"lost_ms":[0.0,0.0]},{"moves":["RB","RA"],"wall_ms":[0.011,0.058],"cpu_ms":[0.022,0.055],"lost_ms":[0.0,0.0]},{"moves":["RB","RA"],"wall_ms":[0.013,0.036],"cpu_ms":[0.0,0.039],"lost_ms":[0.0,0.0]}],"events":[],"outcome":{"winner":1,"reason":"tanks","score":[1,2]},"verdict":null,"hash":"cb10c5790aed18b644b60557285d6f7f6df144fc045109ad6af26745db171237"}
',1.79512634771413452151e+12);
INSERT INTO "bot_games" VALUES(4,'4a37qchj42','ladder','3',63,'tank_war','k39czdszd3','5u5ferm7bz','5r6u3ktr4a','s87pqeeyjd','["cleo","dora"]',1,'tanks',1,'','{"game":"tank_war","rules_version":1,"options":{},"clock":"bank:12s","realtime":false,"strikes":0,"start":"053/053/053/053/053/053","number":63,"seed":"c1b5c24b3a519242d4c50cdade7fcc9e","players":[{"name":"cleo","bot":"@5r6u3ktr4a","version":1},{"name":"dora","bot":"@s87pqeeyjd","version":1}],"steelyard":2,"reported_versions":["",""],"turns":[{"moves":["RB","LA"],"wall_ms":[0.012,0.012],"cpu_ms":[0.152,0.129],"lost_ms":[0.0,0.0]},{"moves":["RA","RA"],"wall_ms":[0.019,0.019],"cpu_ms":[0.042,0.023],"lost_ms":[0.0,0.0]},{"moves":["LA","RB"],"wall_ms":[0.012,0.012],"cpu_ms":[0.037,0.035],"lost_ms":[0.0,0.0]},{"moves":["LB","RC"],"wall_ms":[0.018,0.018],"cpu_ms":[0.04,0.026],"lost_ms":[0.0,0.0]},{"moves":["LC","LC"],"wall_ms":[0.012,0.012],"cpu_ms":[0.0,0.02],"lost_ms":[0.0,0.0]},{"moves":["RC","LB"],"wall_ms":[0.012,0.012],"cpu_ms":[0.04,0.02],"lost_ms":[0.0,0.0]},{"moves":["RB","LA"],"wall_ms":[0.011,0.011],"cpu_ms":[0.079,0.022],"lost_ms":[0.0,0.0]},{"moves":["LA","RA"],"wall_ms":[0.011,0.011],"cpu_ms":[0.038,0.021],"lost_ms":[0.0,0.0]},{"moves":["RC","RC"],"wall_ms":[0.011,0.011],"cpu_ms":[0.0,0.021],"lost_ms":[0.0,0.0]},{"moves":["RA","LA"],"wall_ms":[0.011,0.011],"cpu_ms":[0.04,0.021],"lost_ms":[0.0,0.0]},{"moves":["LB","LB"],"wall_ms":[0.011,0.011],"cpu_ms":[0.038,0.0],"lost_ms":[0.0,0.0]}],"events":[],"outcome":{"winner":1,"reason":"tanks","score":[2,3]},"verdict":null,"hash":"40538f183e9a190066f5009d22e878cd290c17d968fbaa3b7df78ea20d55d01c"}
',1.79512634771906713863e+12);
CREATE TABLE bots (
	id VARCHAR(16) NOT NULL, 
	owner BIGINT NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	remote BOOLEAN NOT NULL, 
	rated BOOLEAN NOT NULL, 
	token VARCHAR(64) NOT NULL, 
	online_ms DOUBLE NOT NULL, 
	off VARCHAR(400) NOT NULL, 
	created_ms DOUBLE NOT NULL, 
	played_ms DOUBLE DEFAULT 0 NOT NULL, 
	closed_for VARCHAR(80) DEFAULT '' NOT NULL, 
	open_in_contests BOOLEAN DEFAULT 0 NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (owner, game, name), 
	FOREIGN KEY(owner) REFERENCES accounts (id)
);
INSERT INTO "bots" VALUES('k39czdszd3',3,'tank_war','cleo',0,1,'',0.0,'',1.79512634673662719729e+12,1.79512634771906713863e+12,'',0);
INSERT INTO "bots" VALUES('5u5ferm7bz',4,'tank_war','dora',0,1,'',0.0,'',1.79512634674637353514e+12,1.79512634771906713863e+12,'',0);
CREATE TABLE conditional_moves (
	table_id VARCHAR(16) NOT NULL, 
	seat INTEGER NOT NULL, 
	"plan" TEXT NOT NULL, 
	PRIMARY KEY (table_id, seat)
);
CREATE TABLE contest_entries (
	contest VARCHAR(16) NOT NULL, 
	account BIGINT NOT NULL, 
	bot VARCHAR(16) NOT NULL, 
	version VARCHAR(16) NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	late BOOLEAN NOT NULL, 
	entered_ms DOUBLE NOT NULL, 
	chosen VARCHAR(16) DEFAULT '' NOT NULL, 
	team VARCHAR(30) DEFAULT '' NOT NULL, 
	team_code VARCHAR(20) DEFAULT '' NOT NULL, 
	PRIMARY KEY (contest, account), 
	FOREIGN KEY(contest) REFERENCES contests (id), 
	FOREIGN KEY(account) REFERENCES accounts (id)
);
INSERT INTO "contest_entries" VALUES('h4pi6q4eq3',3,'k39czdszd3','5r6u3ktr4a','Ada',0,1.79512634795104150395e+12,'','','');
INSERT INTO "contest_entries" VALUES('h4pi6q4eq3',4,'5u5ferm7bz','s87pqeeyjd','Bob',0,1.79512634795519726562e+12,'','','');
CREATE TABLE contest_members (
	contest VARCHAR(16) NOT NULL, 
	account BIGINT NOT NULL, 
	captain BIGINT NOT NULL, 
	student_number VARCHAR(40) NOT NULL, 
	joined_ms DOUBLE NOT NULL, 
	PRIMARY KEY (contest, account), 
	FOREIGN KEY(contest) REFERENCES contests (id), 
	FOREIGN KEY(account) REFERENCES accounts (id), 
	FOREIGN KEY(captain) REFERENCES accounts (id)
);
INSERT INTO "contest_members" VALUES('h4pi6q4eq3',3,3,'',1.79512634795104150395e+12);
INSERT INTO "contest_members" VALUES('h4pi6q4eq3',4,4,'',1.79512634795519726562e+12);
CREATE TABLE contests (
	id VARCHAR(16) NOT NULL, 
	owner BIGINT NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	state VARCHAR(8) NOT NULL, 
	file TEXT NOT NULL, 
	public BOOLEAN NOT NULL, 
	published BOOLEAN NOT NULL, 
	code VARCHAR(20) NOT NULL, 
	secret VARCHAR(64) NOT NULL, 
	deadline_ms DOUBLE, 
	started_ms DOUBLE, 
	problem TEXT NOT NULL, 
	created_ms DOUBLE NOT NULL, 
	team_size INTEGER DEFAULT 1 NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(owner) REFERENCES accounts (id)
);
INSERT INTO "contests" VALUES('h4pi6q4eq3',2,'By hand','tank_war','over','name = "By hand"
game = "tank_war"
clock = "none"
seed = "by hand"

[[entrants]]
each_in = "teams"

[[entrants]]
bot = "random"

[[stages]]
kind = "qualification"
ranking = ["wins", "tanks", "boxes"]
advance = 2

[[stages]]
kind = "knockout"
decide = ["wins", "tanks", "boxes", "lot"]

[grades]
formula = "min(10, max_boxes / 3)"
',1,1,'','yPBcKEI1YSi4rtX0f1KRdNnC9CHXhVA0fZGr1-vTru0',1.7951263479580012207e+12,1.79512634803848388671e+12,'',1.79512634794122021486e+12,3);
CREATE TABLE entries (
	table_id VARCHAR(16) NOT NULL, 
	seq INTEGER NOT NULL, 
	at_ms DOUBLE NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (table_id, seq), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "entries" VALUES('fkz5p6kqve',1,1.79512634646761499025e+12,'{"kind":"sealed","seat":0,"move":"LB","spent_ms":0.0}');
INSERT INTO "entries" VALUES('fkz5p6kqve',2,1.79512634654044091796e+12,'{"kind":"turn","moves":["LB","RB"],"spent_ms":[0.0,1.801]}');
INSERT INTO "entries" VALUES('fkz5p6kqve',3,1.79512634654324511719e+12,'{"kind":"sealed","seat":0,"move":"RB","spent_ms":0.0}');
INSERT INTO "entries" VALUES('fkz5p6kqve',4,1.79512634654349389649e+12,'{"kind":"turn","moves":["RB","RA"],"spent_ms":[0.0,0.269]}');
INSERT INTO "entries" VALUES('fkz5p6kqve',5,1.79512634654760791022e+12,'{"kind":"sealed","seat":0,"move":"LA","spent_ms":0.0}');
INSERT INTO "entries" VALUES('fkz5p6kqve',6,1.79512634654793408204e+12,'{"kind":"turn","moves":["LA","RA"],"spent_ms":[0.0,0.267]}');
INSERT INTO "entries" VALUES('fkz5p6kqve',7,1.79512634655035791019e+12,'{"kind":"sealed","seat":0,"move":"LC","spent_ms":0.0}');
INSERT INTO "entries" VALUES('fkz5p6kqve',8,1.79512634655093798827e+12,'{"kind":"turn","moves":["LC","RA"],"spent_ms":[0.0,0.267]}');
INSERT INTO "entries" VALUES('fkz5p6kqve',9,1.79512634655459204103e+12,'{"kind":"sealed","seat":0,"move":"LC","spent_ms":0.0}');
INSERT INTO "entries" VALUES('fkz5p6kqve',10,1795126346554.75,'{"kind":"turn","moves":["LC","LB"],"spent_ms":[0.0,0.187]}');
INSERT INTO "entries" VALUES('fkz5p6kqve',11,1.7951263465587080078e+12,'{"kind":"sealed","seat":0,"move":"RB","spent_ms":0.0}');
INSERT INTO "entries" VALUES('fkz5p6kqve',12,1.79512634655886401365e+12,'{"kind":"turn","moves":["RB","RC"],"spent_ms":[0.0,0.219]}');
INSERT INTO "entries" VALUES('fkz5p6kqve',13,1.79512634656271411132e+12,'{"kind":"sealed","seat":0,"move":"RA","spent_ms":0.0}');
INSERT INTO "entries" VALUES('fkz5p6kqve',14,1.79512634656287109373e+12,'{"kind":"turn","moves":["RA","LB"],"spent_ms":[0.0,0.166]}');
INSERT INTO "entries" VALUES('fkz5p6kqve',15,1.79512634656676708985e+12,'{"kind":"sealed","seat":0,"move":"RC","spent_ms":0.0}');
INSERT INTO "entries" VALUES('fkz5p6kqve',16,1.79512634656691406247e+12,'{"kind":"turn","moves":["RC","LA"],"spent_ms":[0.0,0.117]}');
INSERT INTO "entries" VALUES('fkz5p6kqve',17,1.79512634657080688473e+12,'{"kind":"sealed","seat":0,"move":"RA","spent_ms":0.0}');
INSERT INTO "entries" VALUES('fkz5p6kqve',18,1.79512634657093798828e+12,'{"kind":"turn","moves":["RA","LA"],"spent_ms":[0.0,0.107]}');
INSERT INTO "entries" VALUES('fkz5p6kqve',19,1.79512634657491601565e+12,'{"kind":"sealed","seat":0,"move":"RC","spent_ms":0.0}');
INSERT INTO "entries" VALUES('fkz5p6kqve',20,1.79512634657505395509e+12,'{"kind":"turn","moves":["RC","LC"],"spent_ms":[0.0,0.085]}');
INSERT INTO "entries" VALUES('fkz5p6kqve',21,1.79512634657894409179e+12,'{"kind":"sealed","seat":0,"move":"LA","spent_ms":0.0}');
INSERT INTO "entries" VALUES('fkz5p6kqve',22,1.79512634657908789061e+12,'{"kind":"turn","moves":["LA","RB"],"spent_ms":[0.0,0.065]}');
INSERT INTO "entries" VALUES('fkz5p6kqve',23,1.79512634657908789061e+12,'{"kind":"over","winner":0,"reason":"tanks","score":[2,1]}');
INSERT INTO "entries" VALUES('nuyk3wphak',1,1.79512634659868701176e+12,'{"kind":"seated","seat":1,"guest":"e1e14287d0f479ea595e17a3649120d87ac03ef6c2a6bdb7ca6df391493b2f84","name":"Visitor"}');
INSERT INTO "entries" VALUES('nuyk3wphak',2,1.79512634660384204103e+12,'{"kind":"turn","moves":["g1-b1",null],"spent_ms":[0.0,null]}');
INSERT INTO "entries" VALUES('nuyk3wphak',3,1.79512634660780297851e+12,'{"kind":"turn","moves":[null,"a8-a3"],"spent_ms":[null,0.0]}');
INSERT INTO "entries" VALUES('nuyk3wphak',4,1.79512634661188500979e+12,'{"kind":"turn","moves":["b1-e1",null],"spent_ms":[4.015,null]}');
CREATE TABLE guests (
	id VARCHAR(64) NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	created_ms DOUBLE NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "guests" VALUES('e1e14287d0f479ea595e17a3649120d87ac03ef6c2a6bdb7ca6df391493b2f84','Visitor',1795126345904.56);
INSERT INTO "guests" VALUES('8f43f8b1ea2373777ae9da0741157ba9d09bbbfae8836f513adfcdabd1f20b34','Root',1.79512634604166918948e+12);
INSERT INTO "guests" VALUES('4edd232e7b9a49a3a42f8eda5ad34b93b580add08196186e362cf81d858b70ff','Ms Gray',1.79512634616457983395e+12);
INSERT INTO "guests" VALUES('e35d01ba2ece2756e0548528e06499cf1065afe816f75afd34a94674de764e2f','Ada',1.79512634625631347651e+12);
INSERT INTO "guests" VALUES('eee042a95cc72f5e3384cfa6204ee5754651cde8f3841087fd7042cf97e229a2','Bob',1.7951263463455461426e+12);
INSERT INTO "guests" VALUES('c20b571025c3ef4d6783e20eba6cd39f5518c34493cdafae1b80b01b74edaf93','Mallory',1.79512634643537622065e+12);
CREATE TABLE heartbeat (
	id INTEGER NOT NULL, 
	alive_ms DOUBLE NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "heartbeat" VALUES(1,1.79512635178173217778e+12);
INSERT INTO "heartbeat" VALUES(2,1.79512635178172851565e+12);
CREATE TABLE identity (
	id VARCHAR(32) NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "identity" VALUES('e211b89677063faf7f6c20e99a05cdbc');
CREATE TABLE invites (
	code VARCHAR(20) NOT NULL, 
	label VARCHAR(60) NOT NULL, 
	role VARCHAR(12) NOT NULL, 
	uses_left INTEGER NOT NULL, 
	expires_ms DOUBLE NOT NULL, 
	maker BIGINT NOT NULL, 
	created_ms DOUBLE NOT NULL, 
	PRIMARY KEY (code), 
	FOREIGN KEY(maker) REFERENCES accounts (id)
);
INSERT INTO "invites" VALUES('JYD43W64A9','teachers','organiser',1,1.79771834607061791995e+12,1,1.79512634607061791992e+12);
INSERT INTO "invites" VALUES('VFMAT2V7LT','class 4b','player',30,1.79771834617206787104e+12,2,1.79512634617206787114e+12);
CREATE TABLE jobs (
	number INTEGER NOT NULL, 
	kind VARCHAR(12) NOT NULL, 
	rank INTEGER NOT NULL, 
	payload TEXT NOT NULL, 
	owner BIGINT NOT NULL, 
	state VARCHAR(8) NOT NULL, 
	attempts INTEGER NOT NULL, 
	losses INTEGER DEFAULT 0 NOT NULL, 
	due_ms DOUBLE DEFAULT 0 NOT NULL, 
	claimed_by VARCHAR(80) NOT NULL, 
	beat_ms DOUBLE NOT NULL, 
	created_ms DOUBLE NOT NULL, 
	result TEXT NOT NULL, 
	PRIMARY KEY (number)
);
INSERT INTO "jobs" VALUES(1,'build',0,'{"version":"5r6u3ktr4a"}',3,'done',1,0,0.0,'vm-0ecb1764-4026531836/31946/775384',1.79512634723664721682e+12,1.79512634673664575189e+12,'{"state":"fit"}');
INSERT INTO "jobs" VALUES(2,'build',0,'{"version":"s87pqeeyjd"}',4,'done',1,0,0.0,'vm-0ecb1764-4026531836/31946/775384',1.79512634734693530278e+12,1.79512634674638720706e+12,'{"state":"fit"}');
INSERT INTO "jobs" VALUES(3,'ladder',2,'{"game":"tank_war","players":["5u5ferm7bz","k39czdszd3"],"seed":"63a53560ac3103bd54d00f9350918175"}',4,'done',1,0,0.0,'vm-0ecb1764-4026531836/31946/775384',1.79512634745339331055e+12,1.79512634744781835937e+12,'{}');
INSERT INTO "jobs" VALUES(4,'ladder',2,'{"game":"tank_war","players":["random","k39czdszd3"],"seed":"58dc43378ab400cb8100e5deacf22539"}',3,'waiting',0,0,0.0,'',1.79512634775666235346e+12,1.79512634775494775386e+12,'');
INSERT INTO "jobs" VALUES(5,'contest',1,'{"contest":"h4pi6q4eq3","length":842}',2,'done',1,0,0.0,'vm-0ecb1764-4026531836/31985/775514',1.79512634862659130859e+12,1.79512634803863403319e+12,'{"ended":"over","length":15181}');
CREATE TABLE links (
	id VARCHAR(64) NOT NULL, 
	kind VARCHAR(12) NOT NULL, 
	account BIGINT, 
	expires_ms DOUBLE NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(account) REFERENCES accounts (id)
);
CREATE TABLE mail_addresses (
	account BIGINT NOT NULL, 
	address VARCHAR(254) NOT NULL, 
	confirmed_ms DOUBLE, 
	turns BOOLEAN NOT NULL, 
	challenges BOOLEAN NOT NULL, 
	results BOOLEAN NOT NULL, 
	asked_ms DOUBLE NOT NULL, 
	turns_ms DOUBLE, 
	PRIMARY KEY (account), 
	FOREIGN KEY(account) REFERENCES accounts (id)
);
CREATE TABLE mail_queue (
	id INTEGER NOT NULL, 
	account BIGINT NOT NULL, 
	address VARCHAR(254) NOT NULL, 
	subject TEXT NOT NULL, 
	body TEXT NOT NULL, 
	created_ms DOUBLE NOT NULL, 
	due_ms DOUBLE NOT NULL, 
	attempts INTEGER NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(account) REFERENCES accounts (id)
);
CREATE TABLE mail_told (
	account BIGINT NOT NULL, 
	what VARCHAR(60) NOT NULL, 
	at_ms DOUBLE NOT NULL, 
	PRIMARY KEY (account, what), 
	FOREIGN KEY(account) REFERENCES accounts (id)
);
CREATE TABLE outages (
	started_ms DOUBLE NOT NULL, 
	stopped_ms DOUBLE NOT NULL, 
	PRIMARY KEY (started_ms)
);
CREATE TABLE people_ratings (
	account BIGINT NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	pace VARCHAR(16) NOT NULL, 
	mu DOUBLE NOT NULL, 
	sigma DOUBLE NOT NULL, 
	games INTEGER NOT NULL, 
	PRIMARY KEY (account, game, pace), 
	FOREIGN KEY(account) REFERENCES accounts (id)
);
CREATE TABLE puzzle_solutions (
	account BIGINT NOT NULL, 
	puzzle VARCHAR(20) NOT NULL, 
	day VARCHAR(10) NOT NULL, 
	solved_ms DOUBLE NOT NULL, 
	PRIMARY KEY (account, puzzle, day), 
	FOREIGN KEY(account) REFERENCES accounts (id)
);
CREATE TABLE ratings (
	game VARCHAR(40) NOT NULL, 
	player VARCHAR(60) NOT NULL, 
	mu DOUBLE NOT NULL, 
	sigma DOUBLE NOT NULL, 
	games INTEGER NOT NULL, 
	version VARCHAR(16) NOT NULL, 
	failed INTEGER NOT NULL, 
	PRIMARY KEY (game, player)
);
INSERT INTO "ratings" VALUES('tank_war','5u5ferm7bz',2.67634900989039365977e+01,7.36067751582685403377e+00,4,'s87pqeeyjd',0);
INSERT INTO "ratings" VALUES('tank_war','k39czdszd3',2.32365099010960634022e+01,7.36067751582685403377e+00,4,'5r6u3ktr4a',0);
CREATE TABLE reports (
	id INTEGER NOT NULL, 
	account BIGINT NOT NULL, 
	reported BIGINT NOT NULL, 
	table_id VARCHAR(16) NOT NULL, 
	reason VARCHAR(20) NOT NULL, 
	at_ms DOUBLE NOT NULL, 
	settled_by BIGINT, 
	PRIMARY KEY (id), 
	FOREIGN KEY(account) REFERENCES accounts (id), 
	FOREIGN KEY(reported) REFERENCES accounts (id), 
	FOREIGN KEY(settled_by) REFERENCES accounts (id)
);
CREATE TABLE results (
	table_id VARCHAR(16) NOT NULL, 
	seat INTEGER NOT NULL, 
	guest VARCHAR(64) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	pace VARCHAR(16) NOT NULL, 
	rated BOOLEAN NOT NULL, 
	result VARCHAR(5) NOT NULL, 
	opponent VARCHAR(120) NOT NULL, 
	opening VARCHAR(40), 
	ended_ms DOUBLE NOT NULL, 
	mu DOUBLE, 
	sigma DOUBLE, 
	PRIMARY KEY (table_id, seat), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "results" VALUES('fkz5p6kqve',0,'e1e14287d0f479ea595e17a3649120d87ac03ef6c2a6bdb7ca6df391493b2f84','tank_war','untimed',0,'won','greedy','LB',1.79512634657908789061e+12,NULL,NULL);
CREATE TABLE retired_names (
	look VARCHAR(64) NOT NULL, 
	until_ms DOUBLE NOT NULL, 
	PRIMARY KEY (look)
);
CREATE TABLE reviews (
	table_id VARCHAR(40) NOT NULL, 
	version VARCHAR(40) NOT NULL, 
	message TEXT NOT NULL, 
	made_ms DOUBLE NOT NULL, 
	PRIMARY KEY (table_id)
);
CREATE TABLE running_positions (
	table_id VARCHAR(16) NOT NULL, 
	turn INTEGER NOT NULL, 
	"key" VARCHAR(32) NOT NULL, 
	at_ms DOUBLE NOT NULL, 
	PRIMARY KEY (table_id, turn), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "running_positions" VALUES('nuyk3wphak',2,'4a1280d00e3d225b94c59a7d31e2d13a',1.79512634660780297851e+12);
INSERT INTO "running_positions" VALUES('nuyk3wphak',3,'39d240ec78cb349ba7e24b3c9e9bfd4c',1.79512634661188500979e+12);
CREATE TABLE seats (
	table_id VARCHAR(16) NOT NULL, 
	seat INTEGER NOT NULL, 
	guest VARCHAR(64) NOT NULL, 
	PRIMARY KEY (table_id, seat), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "seats" VALUES('fkz5p6kqve',0,'e1e14287d0f479ea595e17a3649120d87ac03ef6c2a6bdb7ca6df391493b2f84');
INSERT INTO "seats" VALUES('nuyk3wphak',0,'e35d01ba2ece2756e0548528e06499cf1065afe816f75afd34a94674de764e2f');
INSERT INTO "seats" VALUES('nuyk3wphak',1,'e1e14287d0f479ea595e17a3649120d87ac03ef6c2a6bdb7ca6df391493b2f84');
CREATE TABLE sessions (
	id VARCHAR(64) NOT NULL, 
	account BIGINT NOT NULL, 
	created_ms DOUBLE NOT NULL, 
	used_ms DOUBLE NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(account) REFERENCES accounts (id)
);
INSERT INTO "sessions" VALUES('a636c4fcf59c484c8b431199e88624a6fba90ea33f5d867c96f3db6999460c59',1,1.79512634605331640623e+12,1.79512634605331640623e+12);
INSERT INTO "sessions" VALUES('e9df3c161cd754ba6062a156c7e5a94a6724880fc5779d94eb62a06408f5cdf5',2,1.79512634616677758782e+12,1.79512634616677758782e+12);
INSERT INTO "sessions" VALUES('cdbeb8cf3f9450a52866803e970ce645128dfbd4296151ba9dbcc5eb335015e5',3,1.79512634625785302737e+12,1.79512634625785302737e+12);
INSERT INTO "sessions" VALUES('8128c17bb0cbc0ecc6b764129b2d17983c2558031f1604739185e4907cf1c1e3',4,1.79512634634721655272e+12,1.79512634634721655272e+12);
CREATE TABLE shares (
	owner BIGINT NOT NULL, 
	served_ms DOUBLE NOT NULL, 
	PRIMARY KEY (owner)
);
INSERT INTO "shares" VALUES(3,1.79512634775739160159e+12);
INSERT INTO "shares" VALUES(4,1.7951263474539672851e+12);
INSERT INTO "shares" VALUES(2,1.79512634862926831057e+12);
CREATE TABLE tables (
	number INTEGER NOT NULL, 
	id VARCHAR(16) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	terms TEXT NOT NULL, 
	owner VARCHAR(64) NOT NULL, 
	live BOOLEAN NOT NULL, 
	created_ms DOUBLE NOT NULL, 
	private BOOLEAN DEFAULT 0 NOT NULL, 
	summary TEXT, 
	due_ms DOUBLE, 
	cancelled BOOLEAN DEFAULT 0 NOT NULL, 
	open_to VARCHAR(64), 
	rated_from_ms DOUBLE, 
	PRIMARY KEY (number), 
	UNIQUE (id)
);
INSERT INTO "tables" VALUES(1,'fkz5p6kqve','tank_war','{"id":"fkz5p6kqve","game":"tank_war","options":{},"start":"053/053/053/053/053/053","clock":"none","chairs":[{"kind":"guest","name":"Visitor","guest":"e1e14287d0f479ea595e17a3649120d87ac03ef6c2a6bdb7ca6df391493b2f84"},{"kind":"bot","name":"greedy","bot":"greedy"}],"seed":"fcdf8464da034d0c6dba51335817bf0e","owner":"e1e14287d0f479ea595e17a3649120d87ac03ef6c2a6bdb7ca6df391493b2f84","invite":"","created_ms":1795126346452.6526,"origin":null,"rematch_of":null,"private":false,"open_to":"","challenged":"","rated":false,"tournament":"","free_start":false}','e1e14287d0f479ea595e17a3649120d87ac03ef6c2a6bdb7ca6df391493b2f84',0,1.79512634645265258784e+12,0,'{"at_ms":1795126346579.088,"chairs":[{"kind":"guest","name":"Visitor","guest":"e1e14287d0f479ea595e17a3649120d87ac03ef6c2a6bdb7ca6df391493b2f84"},{"kind":"bot","name":"greedy","bot":"greedy"}],"turn":11,"state":"233/xx3/xx3/xx3/xx3/2x3","history":"[11,{\"columns\":[5,4],\"bumped\":null,\"shots\":[[0,5,4]],\"wrecks\":[[1,[4,3]]]}]","outcome":{"winner":0,"reason":"tanks","score":[2,1],"detail":"U won (tanks, 2 : 1)","because":"2 tanks to 1","happened":"Blue could drive no tank any more; 2 tanks to 1","shown_by":["tank-1-LA"]},"clocks_ms":[null,null],"running":[false,false],"owing":[]}',NULL,0,NULL,NULL);
INSERT INTO "tables" VALUES(2,'nuyk3wphak','tank_battle','{"id":"nuyk3wphak","game":"tank_battle","options":{},"start":"Bbbbb6/bbbb7/bbb8/bb9/11/11/11/9ww/8www/7wwww/6wwwwW w 0","clock":"days:7","chairs":[{"kind":"guest","name":"Ada","guest":"e35d01ba2ece2756e0548528e06499cf1065afe816f75afd34a94674de764e2f"},{"kind":"open"}],"seed":"d12aadce8db854515379ba9158da7fe8","owner":"e35d01ba2ece2756e0548528e06499cf1065afe816f75afd34a94674de764e2f","invite":"2BAamjxYEW8z5u5SuD_AeQ","created_ms":1795126346587.3755,"origin":null,"rematch_of":null,"private":false,"open_to":"","challenged":"","rated":false,"tournament":"","free_start":true}','e35d01ba2ece2756e0548528e06499cf1065afe816f75afd34a94674de764e2f',1,1.79512634658737548834e+12,0,'{"at_ms":1795126346611.885,"chairs":[{"kind":"guest","name":"Ada","guest":"e35d01ba2ece2756e0548528e06499cf1065afe816f75afd34a94674de764e2f"},{"kind":"guest","name":"Visitor","guest":"e1e14287d0f479ea595e17a3649120d87ac03ef6c2a6bdb7ca6df391493b2f84"}],"turn":3,"state":"Bbbbb6/bbbb7/bbb8/1b9/11/11/11/9ww/b7www/7wwww/4w2wwwW b 3","history":"[[125,\"\"],[[10,[-1,1]],[4,[1,0]],[7,[-1,1]],[8,[-1,1]],[9,[-1,1]],[18,[-1,1]],[19,[-1,1]],[20,[-1,1]],[21,[-1,1]],[30,[-1,1]],[31,[-1,1]],[32,[-1,1]],[42,[-1,1]],[43,[-1,1]],[110,[1,-1]],[22,[0,-1]],[78,[1,-1]],[88,[1,-1]],[89,[1,-1]],[90,[1,-1]],[99,[1,-1]],[100,[1,-1]],[101,[1,-1]],[102,[1,-1]],[111,[1,-1]],[112,[1,-1]],[113,[1,-1]],[114,[1,-1]]]]","outcome":null,"clocks_ms":[604800000.0,604800000.0],"running":[false,true],"owing":[1]}',1.79573114671188500978e+12,0,NULL,NULL);
CREATE TABLE tournament_entrants (
	tournament_id VARCHAR(16) NOT NULL, 
	number INTEGER NOT NULL, 
	name VARCHAR(30) NOT NULL, 
	left_after INTEGER, 
	PRIMARY KEY (tournament_id, number), 
	FOREIGN KEY(tournament_id) REFERENCES tournaments (id)
);
CREATE TABLE tournament_games (
	tournament_id VARCHAR(16) NOT NULL, 
	round INTEGER NOT NULL, 
	"match" INTEGER NOT NULL, 
	board INTEGER NOT NULL, 
	first INTEGER NOT NULL, 
	second INTEGER, 
	swapped BOOLEAN NOT NULL, 
	table_id VARCHAR(16), 
	result VARCHAR(6), 
	PRIMARY KEY (tournament_id, round, "match", board), 
	FOREIGN KEY(tournament_id) REFERENCES tournaments (id)
);
CREATE TABLE tournament_players (
	tournament_id VARCHAR(16) NOT NULL, 
	account BIGINT NOT NULL, 
	entrant INTEGER NOT NULL, 
	joined_ms DOUBLE NOT NULL, 
	PRIMARY KEY (tournament_id, account), 
	FOREIGN KEY(tournament_id) REFERENCES tournaments (id), 
	FOREIGN KEY(account) REFERENCES accounts (id)
);
CREATE TABLE tournament_removed (
	tournament_id VARCHAR(16) NOT NULL, 
	entrant INTEGER NOT NULL, 
	account BIGINT NOT NULL, 
	PRIMARY KEY (tournament_id, entrant, account), 
	FOREIGN KEY(tournament_id) REFERENCES tournaments (id), 
	FOREIGN KEY(account) REFERENCES accounts (id)
);
CREATE TABLE tournaments (
	id VARCHAR(16) NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	clock VARCHAR(40) NOT NULL, 
	rated BOOLEAN NOT NULL, 
	kind VARCHAR(12) NOT NULL, 
	team_size INTEGER NOT NULL, 
	rounds INTEGER, 
	most INTEGER NOT NULL, 
	round_ms DOUBLE, 
	owner BIGINT NOT NULL, 
	state VARCHAR(10) NOT NULL, 
	starts_ms DOUBLE, 
	round INTEGER NOT NULL, 
	round_started_ms DOUBLE, 
	created_ms DOUBLE NOT NULL, 
	ended_ms DOUBLE, 
	PRIMARY KEY (id), 
	FOREIGN KEY(owner) REFERENCES accounts (id)
);
CREATE TABLE trials (
	id VARCHAR(16) NOT NULL, 
	bot VARCHAR(16) NOT NULL, 
	newer VARCHAR(16) NOT NULL, 
	older VARCHAR(16) NOT NULL, 
	state VARCHAR(12) NOT NULL, 
	told TEXT NOT NULL, 
	created_ms DOUBLE NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(bot) REFERENCES bots (id), 
	FOREIGN KEY(newer) REFERENCES versions (id), 
	FOREIGN KEY(older) REFERENCES versions (id)
);
CREATE TABLE versions (
	id VARCHAR(16) NOT NULL, 
	bot VARCHAR(16) NOT NULL, 
	number INTEGER NOT NULL, 
	state VARCHAR(12) NOT NULL, 
	reason TEXT NOT NULL, 
	log TEXT NOT NULL, 
	report TEXT NOT NULL, 
	created_ms DOUBLE NOT NULL, 
	source_bytes BIGINT, 
	built_bytes BIGINT, 
	PRIMARY KEY (id), 
	UNIQUE (bot, number), 
	FOREIGN KEY(bot) REFERENCES bots (id)
);
INSERT INTO "versions" VALUES('5r6u3ktr4a','k39czdszd3',1,'fit','','','[{"number":1,"title":"it builds","passed":true,"detail":"there is nothing to build","sent":"","came_back":"","right":"","log":""},{"number":2,"title":"it starts and says it is ready","passed":true,"detail":"","sent":"","came_back":"","right":"","log":""},{"number":3,"title":"it answers its first turn with a legal move","passed":true,"detail":"it played LC","sent":"","came_back":"","right":"","log":""},{"number":4,"title":"it plays a whole game at seat 0","passed":true,"detail":"11 turns","sent":"","came_back":"","right":"","log":""},{"number":5,"title":"it plays a whole game at seat 1","passed":true,"detail":"15 turns","sent":"","came_back":"","right":"","log":""},{"number":6,"title":"it plays many games in one process","passed":true,"detail":"6 games","sent":"","came_back":"","right":"","log":""},{"number":7,"title":"it answers positions it has not seen coming","passed":true,"detail":"32 positions","sent":"","came_back":"","right":"","log":""},{"number":8,"title":"it plays every variant of the game","passed":true,"detail":"10 variants","sent":"","came_back":"","right":"","log":""},{"number":9,"title":"it stays well within its time","passed":true,"detail":"its slowest answer took 0.6 ms","sent":"","came_back":"","right":"","log":""},{"number":10,"title":"it leaves on `bye`","passed":true,"detail":"","sent":"","came_back":"","right":"","log":""}]',1.7951263467366320801e+12,12288,12288);
INSERT INTO "versions" VALUES('s87pqeeyjd','5u5ferm7bz',1,'fit','','','[{"number":1,"title":"it builds","passed":true,"detail":"there is nothing to build","sent":"","came_back":"","right":"","log":""},{"number":2,"title":"it starts and says it is ready","passed":true,"detail":"","sent":"","came_back":"","right":"","log":""},{"number":3,"title":"it answers its first turn with a legal move","passed":true,"detail":"it played RB","sent":"","came_back":"","right":"","log":""},{"number":4,"title":"it plays a whole game at seat 0","passed":true,"detail":"11 turns","sent":"","came_back":"","right":"","log":""},{"number":5,"title":"it plays a whole game at seat 1","passed":true,"detail":"11 turns","sent":"","came_back":"","right":"","log":""},{"number":6,"title":"it plays many games in one process","passed":true,"detail":"6 games","sent":"","came_back":"","right":"","log":""},{"number":7,"title":"it answers positions it has not seen coming","passed":true,"detail":"32 positions","sent":"","came_back":"","right":"","log":""},{"number":8,"title":"it plays every variant of the game","passed":true,"detail":"10 variants","sent":"","came_back":"","right":"","log":""},{"number":9,"title":"it stays well within its time","passed":true,"detail":"its slowest answer took 0.1 ms","sent":"","came_back":"","right":"","log":""},{"number":10,"title":"it leaves on `bye`","passed":true,"detail":"","sent":"","came_back":"","right":"","log":""}]',1.79512634674637744144e+12,12288,12288);
CREATE TABLE writer (
	id INTEGER NOT NULL, 
	server VARCHAR(16) NOT NULL, 
	number BIGINT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "writer" VALUES(1,'12f840a72648365d',52);
CREATE INDEX audit_action ON audit (action, id);
CREATE INDEX audit_actor ON audit (actor, id);
CREATE INDEX reviews_made ON reviews (made_ms);
CREATE INDEX bot_games_occasion ON bot_games (occasion);
CREATE INDEX bot_games_kind ON bot_games (kind, ended_ms);
CREATE INDEX bot_games_first ON bot_games (first, number);
CREATE INDEX bot_games_second ON bot_games (second, number);
CREATE INDEX bot_games_game ON bot_games (game, number);
CREATE INDEX jobs_state ON jobs (state, rank, number);
CREATE INDEX jobs_kind ON jobs (kind, state, number);
CREATE INDEX tables_due ON tables (due_ms) WHERE due_ms IS NOT NULL;
CREATE INDEX tables_live ON tables (live, number);
CREATE INDEX tables_open_to ON tables (open_to) WHERE open_to IS NOT NULL;
CREATE INDEX tables_rated ON tables (rated_from_ms) WHERE rated_from_ms IS NOT NULL;
CREATE INDEX tables_owner ON tables (owner, live);
CREATE INDEX sessions_account ON sessions (account);
CREATE INDEX bots_game ON bots (game);
CREATE INDEX contests_owner ON contests (owner);
CREATE INDEX mail_queue_due ON mail_queue (due_ms);
CREATE INDEX mail_told_at ON mail_told (at_ms);
CREATE INDEX people_ratings_game ON people_ratings (game, pace);
CREATE INDEX reports_open ON reports (settled_by, id);
CREATE INDEX running_positions_key ON running_positions ("key");
CREATE INDEX seats_guest ON seats (guest);
CREATE INDEX results_guest ON results (guest, ended_ms);
CREATE INDEX results_uncounted ON results (ended_ms) WHERE rated AND mu IS NULL;
CREATE INDEX tournaments_state ON tournaments (state, created_ms);
CREATE INDEX tournaments_owner ON tournaments (owner, state);
CREATE INDEX versions_fit ON versions (state, bot, number);
CREATE INDEX tournament_players_account ON tournament_players (account);
CREATE INDEX trials_bot ON trials (bot, created_ms);
COMMIT;
